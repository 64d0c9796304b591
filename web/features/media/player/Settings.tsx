// Settings of the video player: quality, speed and source.
import { Settings as Gear } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { formatLanguage } from '../../../ui/display/formats.ts';
import styles from './VideoPlayer.module.css';
import type { Source } from './use-video-source.ts';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

type Props = {
  qualities: readonly number[];
  quality: number | null;
  onQuality: (height: number | null) => void;
  captions: {
    languages: readonly string[];
    shown: string | null;
    onChoose: (language: string | null) => void;
  };
  rate: number;
  onRate: (rate: number) => void;
  source: Source;
  /** Null when there is only one. */
  onSource: ((source: Source) => void) | null;
};

export const Settings = ({
  qualities,
  quality,
  onQuality,
  captions,
  rate,
  onRate,
  source,
  onSource,
}: Props) => {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useId();
  useEffect(() => {
    if (!open) return;
    root.current?.querySelector('select')?.focus();
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  return (
    <div
      ref={root}
      role="presentation"
      className={styles.settings}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        // Esc closes the panel only, not the dialog around the player.
        event.preventDefault();
        event.stopPropagation();
        setOpen(false);
        root.current?.querySelector('button')?.focus();
      }}
    >
      <IconButton
        className={styles.button}
        label={m.player_settings()}
        icon={<Gear />}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div id={panel} role="group" aria-label={m.player_settings()} className={styles.panel}>
          {qualities.length > 0 && source === 'hls' && (
            <Choice
              label={m.player_quality()}
              value={String(quality ?? 'auto')}
              options={[
                ['auto', m.player_quality_auto()],
                ...qualities.map((height): Option => [String(height), `${height}p`]),
              ]}
              onChange={(value) => onQuality(value === 'auto' ? null : Number(value))}
            />
          )}
          {captions.languages.length > 0 && (
            <Choice
              label={m.player_captions()}
              value={captions.shown ?? 'off'}
              options={[
                ['off', m.player_captions_off()],
                ...captions.languages.map((language): Option => [
                  language,
                  formatLanguage(language),
                ]),
              ]}
              onChange={(value) => captions.onChoose(value === 'off' ? null : value)}
            />
          )}
          <Choice
            label={m.player_speed()}
            value={String(rate)}
            options={RATES.map((one): Option => [
              String(one),
              one === 1 ? m.player_speed_normal() : `${one}×`,
            ])}
            onChange={(value) => onRate(Number(value))}
          />
          {onSource && (
            <Choice
              label={m.player_source()}
              value={source}
              options={[
                ['hls', m.player_source_hls()],
                ['mp4', m.player_source_mp4()],
              ]}
              onChange={(value) => onSource(value === 'mp4' ? 'mp4' : 'hls')}
            />
          )}
        </div>
      )}
    </div>
  );
};

type Option = [value: string, text: string];

const Choice = ({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}) => (
  <label className={styles.choice}>
    <span>{label}</span>
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
