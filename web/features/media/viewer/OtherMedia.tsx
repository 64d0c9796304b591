// A media that is not a finished image: video, audio, archive, one in processing or one that was
// removed. Loaded when a group has one.
import { ArchiveTile } from './ArchiveTile.tsx';
import { AudioPlayer } from '../player/AudioPlayer.tsx';
import { LoopTile } from './LoopTile.tsx';
import { labelOf } from './labels.ts';
import { RemovedTile } from './RemovedTile.tsx';
import { kindOf, type Media, type MediaGroup } from './media.ts';
import { VideoTile } from './VideoTile.tsx';
import { WaitingTile } from './WaitingTile.tsx';

type Props = {
  group: MediaGroup;
  media: Media;
  shown: boolean;
  priority: boolean;
  onOpen: () => void;
};

const OtherMedia = ({ group, media, shown, priority, onOpen }: Props) => {
  const { onStale, onWatched } = group;
  const label = labelOf(group, media);
  const kind = kindOf(media);
  if (media.removed) return <RemovedTile owner={group.owner.domainName} />;
  if (media.loops && (media.m3u8 ?? media.mp4Output))
    return (
      <LoopTile
        media={media}
        label={label}
        shown={shown}
        counted={group.medias.length > 1}
        onExpand={onOpen}
        onStale={onStale}
      />
    );
  if (kind === 'video' && (media.m3u8 ?? media.mp4Output))
    return (
      <VideoTile
        media={media}
        label={label}
        shown={shown}
        priority={priority}
        counted={group.medias.length > 1}
        onExpand={onOpen}
        onStale={onStale}
        onWatched={onWatched}
      />
    );
  if (kind === 'audio' && media.audio)
    return <AudioPlayer media={media} label={label} onStale={onStale} />;
  if (kind === 'archive' && media.download) return <ArchiveTile media={media} />;
  return <WaitingTile media={media} />;
};

export default OtherMedia;
