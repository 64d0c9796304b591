// Crops a picture to the proportions of its use: by dragging, pinching, arrow keys or the slider.
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { cropPicture } from './crop-picture.ts';
import styles from './crop.module.css';

/** Proportions of profile pictures, and their maximum useful size. */
const PLACES = {
  avatar: { aspect: 1, maxWidth: 1_024 },
  cover: { aspect: 3, maxWidth: 2_400 },
} as const;
const ZOOM_MAX = 4;
const ZOOM_STEP = 0.1;
const KEYBOARD_STEP_PX = 8;

type Props = {
  kind: keyof typeof PLACES;
  title: string;
  source: string;
  onCut: (picture: Blob) => void;
  onClose: () => void;
};

export default function CropDialog({ kind, title, source, onCut, onClose }: Props) {
  const { aspect, maxWidth } = PLACES[kind];
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [problem, setProblem] = useState<string>();
  const [loading, setLoading] = useState(false);

  const confirm = async () => {
    if (!area) return;
    setLoading(true);
    try {
      onCut(await cropPicture(source, area, maxWidth));
    } catch {
      setProblem(m.crop_failed());
      setLoading(false);
    }
  };
  return (
    <Dialog size="wallet" title={title} onClose={onClose} closable={!loading}>
      <p id="crop-help" className={styles.help}>
        {m.crop_help()}
      </p>
      <div className={styles.stage}>
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={aspect}
          cropShape={kind === 'avatar' ? 'round' : 'rect'}
          showGrid={kind === 'cover'}
          keyboardStep={KEYBOARD_STEP_PX}
          // Styles are in crop.module.css, because the content security policy refuses a style
          // element without a nonce.
          disableAutomaticStylesInjection
          cropperProps={{
            role: 'application',
            'aria-label': m.crop_area(),
            'aria-describedby': 'crop-help',
          }}
          mediaProps={{ onError: () => setProblem(m.crop_unreadable()) }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, pixels) => setArea(pixels)}
        />
      </div>
      <label className={styles.zoom}>
        <span>{m.crop_zoom()}</span>
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={ZOOM_STEP}
          value={zoom}
          onChange={({ currentTarget: { value } }) => setZoom(Number(value))}
        />
      </label>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className={styles.actions}>
        <Button onClick={onClose} disabled={loading}>
          {m.cancel()}
        </Button>
        <Button
          variant="main"
          loading={loading}
          disabled={!area || problem !== undefined}
          onClick={() => void confirm()}
        >
          {m.crop_use()}
        </Button>
      </div>
    </Dialog>
  );
}
