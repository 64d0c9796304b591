// A media that is not a finished image: video, audio, archive, or one in processing. Loaded when a
// post has one.
import type { Post } from '../../posts/post-cache.ts';
import { ArchiveTile } from './ArchiveTile.tsx';
import { AudioPlayer } from '../player/AudioPlayer.tsx';
import { LoopTile } from './LoopTile.tsx';
import { labelOf } from './labels.ts';
import { kindOf, type Media } from './media.ts';
import { useRefreshExpiredMedia } from './use-refresh-expired-media.ts';
import { VideoTile } from './VideoTile.tsx';
import { WaitingTile } from './WaitingTile.tsx';

type Props = { post: Post; media: Media; shown: boolean; priority: boolean; onOpen: () => void };

const OtherMedia = ({ post, media, shown, priority, onOpen }: Props) => {
  const onStale = useRefreshExpiredMedia(post);
  const label = labelOf(post, media);
  const kind = kindOf(media);
  if (media.loops && (media.m3u8 ?? media.mp4Output))
    return (
      <LoopTile
        media={media}
        label={label}
        shown={shown}
        counted={post.medias.length > 1}
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
        counted={post.medias.length > 1}
        onExpand={onOpen}
        onStale={onStale}
      />
    );
  if (kind === 'audio' && media.audio)
    return <AudioPlayer media={media} label={label} onStale={onStale} />;
  if (kind === 'archive' && media.download) return <ArchiveTile media={media} />;
  return <WaitingTile media={media} />;
};

export default OtherMedia;
