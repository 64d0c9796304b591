// HLS playlists (RFC 8216) of a media, written from its rows: every address in them is beside the
// playlist itself.
import type { StreamRow } from './play-store.ts';

const GROUP = 'sound';
const head = ['#EXTM3U', '#EXT-X-VERSION:7'];

const isSound = ({ height }: StreamRow): boolean => height === null;

/** The qualities to choose from, lowest first, so that playing starts at once. */
export const masterPlaylist = (streams: readonly StreamRow[]): string => {
  const sound = streams.find(isSound);
  const lines = [...head, '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (sound)
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${GROUP}",NAME="${sound.name}",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="${sound.name}.m3u8"`,
    );
  for (const stream of streams) {
    if (isSound(stream)) continue;
    const {
      name,
      width,
      height,
      bits_per_second: peak,
      average_bits_per_second: average,
      frames_per_second: rate,
      codecs,
    } = stream;
    const attributes = [
      `BANDWIDTH=${peak}`,
      ...(average === null ? [] : [`AVERAGE-BANDWIDTH=${average}`]),
      `RESOLUTION=${width}x${height}`,
      ...(rate === null ? [] : [`FRAME-RATE=${rate.toFixed(3)}`]),
      `CODECS="${codecs}"`,
      ...(sound ? [`AUDIO="${GROUP}"`] : []),
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${name}.m3u8`);
  }
  return `${lines.join('\n')}\n`;
};

/** One stream's segments. The key comes after the initialisation, which is not encrypted. */
export const streamPlaylist = ({ name, phase, durations_ms: durations }: StreamRow): string => {
  const longest = Math.ceil(Math.max(...durations) / 1_000);
  const segments = durations.flatMap((durationMs, number) => [
    `#EXTINF:${(durationMs / 1_000).toFixed(3)},`,
    `${phase}/${name}/${number}.m4s`,
  ]);
  return `${[
    ...head,
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${phase}/${name}/init.mp4"`,
    '#EXT-X-KEY:METHOD=AES-128,URI="key"',
    ...segments,
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`;
};
