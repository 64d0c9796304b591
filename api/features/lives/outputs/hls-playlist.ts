// The HLS playlist of a show that runs (RFC 8216).
import type { SegmentRow } from './segments-store.ts';

/** Two seconds each; players begin a few before the end. */
export const LISTED_SEGMENTS = 6;
/** The longest segment: two seconds, up to the next key frame. */
const TARGET_SECONDS = 4;
/** Where players begin: two segments before the end, so that one may be late. */
const START_SECONDS = -5;

const segmentLines = (segment: SegmentRow, former: SegmentRow | undefined): string[] => [
  ...(former && former.series !== segment.series ? ['#EXT-X-DISCONTINUITY'] : []),
  ...(former?.series === segment.series ? [] : [`#EXT-X-MAP:URI="${segment.series}.mp4"`]),
  `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.made_at.getTime() - segment.duration_ms).toISOString()}`,
  `#EXTINF:${(segment.duration_ms / 1_000).toFixed(3)},`,
  `${segment.sequence}.m4s`,
];

/** `ended`: nothing will follow. */
export const hlsPlaylist = (segments: readonly SegmentRow[], ended: boolean): string => {
  const longest = Math.max(0, ...segments.map(({ duration_ms: ms }) => Math.ceil(ms / 1_000)));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(TARGET_SECONDS, longest)}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${segments[0]?.discontinuity ?? 0}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-START:TIME-OFFSET=${START_SECONDS},PRECISE=YES`,
    ...segments.flatMap((segment, index) => segmentLines(segment, segments[index - 1])),
    ...(ended ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
};
