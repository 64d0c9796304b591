// How far a viewer by HLS is behind the camera: the whole application, ffmpeg and storage included,
// and the product's player in Chromium.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, figureOf, median } from '../figure.ts';
import { CLIENT, openCameraBrowser } from '../live-browser.ts';
import { openPersonServer } from '../person-server.ts';
import { type Stage, onStage } from '../stage.ts';

const ROUNDS = 5;
const SECONDS = 4;
const READY_WITHIN_MS = 40_000;

const PAGE = `${CLIENT}<script src="/player.js"></script><script>
const play = (playlist) => {
  const pressed = performance.now();
  return new Promise((resolve, reject) => {
    player.playHls(video, playlist, () => reject(new Error('the playback ended')));
    video.requestVideoFrameCallback(() => resolve(performance.now() - pressed));
  });
};
</script>`;

declare const publish: (
  codec: string,
  rate: number,
  source: string,
  path: string,
) => Promise<string>;
declare const play: (playlist: string) => Promise<number>;
declare const latencies: (video: HTMLVideoElement, seconds: number) => Promise<number[]>;
declare const video: HTMLVideoElement;

type Call = <Data>(person: { token: string }, path: string, body: object) => Promise<Data>;

const callsTo =
  (port: number): Call =>
  async (person, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'x-origin': 'CAM',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${await response.text()}`);
    return ((await response.json()) as { data: never }).data;
  };

/** The playlist of a new visit, once the show is on air. */
const untilPlaylist = async (call: Call, fan: { token: string }, id: string): Promise<string> => {
  for (const start = performance.now(); ; await sleep(200)) {
    try {
      return (await call<{ playlist: string }>(fan, `/lives/${id}/hls`, {})).playlist;
    } catch (error) {
      if (performance.now() - start > READY_WITHIN_MS) throw error;
    }
  }
};

const figuresOf = (latenciesS: number[], firstFrameS: number): Figure[] => [
  figureOf(
    'hls-overflow-latency-s',
    's',
    latenciesS,
    `from the drawing of a counter into the picture that a page publishes by WHIP to its showing by the product's player (hls.js) in a second page of Chromium; H264 copied by ffmpeg into segments of 2 s, stored and served by the application; median of ${ROUNDS} medians of ${SECONDS} s`,
  ),
  figureOf(
    'hls-first-frame-s',
    's',
    [firstFrameS],
    'from the load of the playlist to the first frame of the first viewer by HLS, for whom the output is started',
  ),
];

const measure = async ({ port, producers, fans }: Stage): Promise<Figure[]> => {
  const [producer, fan] = [producers[0], fans[0]];
  if (!producer || !fan) throw new Error('the fixtures have no people');
  const call = callsTo(port);
  const sites = [
    await openPersonServer(port, producer, PAGE),
    await openPersonServer(port, fan, PAGE),
  ] as const;
  const { browser, context } = await openCameraBrowser();
  try {
    const { id } = await call<{ id: string }>(producer, '/lives', { type: '2', title: 'x' });
    const camera = await context.newPage();
    await camera.goto(sites[0].url);
    await camera.evaluate(
      (path) => publish('h264', 1_500_000, 'clock', path),
      `/api/lives/${id}/whip`,
    );
    const playlist = await untilPlaylist(call, fan, id);
    const viewer = await context.newPage();
    await viewer.goto(sites[1].url);
    const firstMs = await viewer.evaluate((path) => play(path), playlist);
    const look = (seconds: number) =>
      viewer.evaluate((length) => latencies(video, length), seconds);
    await look(2 * SECONDS);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(median(await look(SECONDS)) / 1_000);
    return figuresOf(rounds, firstMs / 1_000);
  } finally {
    await browser.close();
    for (const { close } of sites) close();
  }
};

export const run = (): Promise<Figure[]> =>
  onStage(
    { fans: 1, producers: 1, balance: 0, pages: false, settings: { LIVE_UDP_PORT: '0' } },
    measure,
  );
