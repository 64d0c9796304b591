// How far a viewer by HLS is behind the camera: the whole application, ffmpeg and storage included, and
// hls.js in Chromium as the product sets it up.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, figureOf, median } from '../figure.ts';
import { CLIENT, openCameraBrowser } from '../live-browser.ts';
import { openPersonServer } from '../person-server.ts';
import { type Stage, onStage } from '../stage.ts';

const ROUNDS = 5;
const SECONDS = 4;
const READY_WITHIN_MS = 40_000;

const PAGE = `${CLIENT}<script src="/hls.js"></script><script>
const play = (playlist) => {
  const hls = new Hls({ liveSyncDurationCount: 2, maxLiveSyncPlaybackRate: 1.1 });
  hls.loadSource(playlist); hls.attachMedia(video);
  const pressed = performance.now();
  return new Promise((resolve) => video.requestVideoFrameCallback(() => resolve(performance.now() - pressed)));
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

const measure = async ({ port, producers, fans }: Stage): Promise<Figure[]> => {
  const [producer, fan] = [producers[0], fans[0]];
  if (!producer || !fan) throw new Error('the fixtures have no people');
  const call = async <Data>(
    person: { token: string },
    path: string,
    body?: object,
  ): Promise<Data> => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${person.token}`,
        'x-origin': 'CAM',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path} answered ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  };
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
    const visit = async (): Promise<string | null> =>
      call<{ playlist: string }>(fan, `/lives/${id}/hls`, {}).then(
        ({ playlist }) => playlist,
        () => null,
      );
    let playlist = await visit();
    for (const start = performance.now(); !playlist; playlist = await visit()) {
      if (performance.now() - start > READY_WITHIN_MS) throw new Error('the show is not on air');
      await sleep(200);
    }
    const viewer = await context.newPage();
    await viewer.goto(sites[1].url);
    const firstMs = await viewer.evaluate((path) => play(path), playlist);
    await viewer.evaluate((seconds) => latencies(video, seconds), 2 * SECONDS);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(
        median(await viewer.evaluate((seconds) => latencies(video, seconds), SECONDS)) / 1_000,
      );
    return [
      figureOf(
        'hls-overflow-latency-s',
        's',
        rounds,
        `from the drawing of a counter into the picture that a page publishes by WHIP to its showing by hls.js (two segments behind) in a second page; H264 copied by ffmpeg into segments of 2 s, stored and served by the application; median of ${ROUNDS} medians of ${SECONDS} s`,
      ),
      figureOf(
        'hls-first-frame-s',
        's',
        [firstMs / 1_000],
        'from the load of the playlist to the first frame of the first viewer by HLS, for whom the output is started',
      ),
    ];
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
