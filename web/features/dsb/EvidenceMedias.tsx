// Media that administrators look at to decide about them: pictures, videos and sounds, of other
// files the name.
import type { Data } from '../../client/api/api.ts';
import { AiBadge } from '../../ui/ai/AiBadge.tsx';
import styles from './dsb.module.css';

type Media = Data<'GET /dsb/orders'>[number]['medias'][number];
/** A media, or a picture that is none, as a frame of a show. */
export type EvidenceMedia = Pick<Media, 'contentType' | 'lgThumb' | 'name'> & {
  id: string;
} & Partial<Pick<Media, 'url' | 'mp4Output' | 'ai'>>;

const Evidence = ({ media, name }: { media: EvidenceMedia; name: string }) => {
  if (media.contentType.startsWith('audio') && media.url)
    return <audio controls preload="none" src={media.url} aria-label={name} />;
  if (media.mp4Output)
    return (
      <video
        controls
        preload="none"
        playsInline
        src={media.mp4Output}
        poster={media.lgThumb ?? undefined}
        aria-label={name}
        className={styles.picture}
      />
    );
  if (media.lgThumb) return <img src={media.lgThumb} alt={name} className={styles.picture} />;
  return <p className={styles.soft}>{media.name ?? media.contentType}</p>;
};

type EvidenceProps = {
  medias: readonly EvidenceMedia[];
  /** What the media of this number, from 1 on, is called. */
  nameOf: (number: number) => string;
};

export const EvidenceMedias = ({ medias, nameOf }: EvidenceProps) =>
  medias.length > 0 && (
    <div className={styles.documents}>
      {medias.map((media, index) => (
        <div key={media.id}>
          <Evidence media={media} name={nameOf(index + 1)} />
          {media.ai && <AiBadge ai={media.ai} plain />}
        </div>
      ))}
    </div>
  );
