// Processor time of the embedded engine for what it forwards to 60 viewers, over that of Debian's
// Janus for the same packets. On a machine with other work `chrt -r 1 node bench/main.ts
// live-cpu-vs-janus` gives both the processor whenever they need it: an engine that waits for it
// loses packets, and sends more of them at once, which costs less.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../api/platform/clock/system.ts';
import { embeddedOn } from '../../../api/testing/live/engines.ts';
import { type Figure, figureOf, ratios } from '../../figure.ts';
import { openEmbedded } from '../../live/embedded.ts';
import { startJanus } from '../../live/janus.ts';
import { type ForwardingCost, measureForwarding } from '../../live/load.ts';

const VIEWERS = 60;
const ROUNDS = 5;
const SECONDS = 8;

const percents = (rounds: readonly ForwardingCost[]): string =>
  rounds.map(({ delivered }) => `${(delivered * 100).toFixed(0)}`).join(', ');

export const run = async (): Promise<Figure[]> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-bench-live-'));
  await mkdir(join(home, 'janus'));
  const janus = await startJanus(join(home, 'janus'));
  if (!janus) {
    process.stderr.write('live-cpu-vs-janus is left out: on Debian, apt-get install janus\n');
    return [];
  }
  const live = embeddedOn(home, { clock: systemClock });
  const ours: ForwardingCost[] = [];
  const theirs: ForwardingCost[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const plan = { viewers: VIEWERS, seconds: SECONDS };
      ours.push(await measureForwarding(() => openEmbedded(live, home), plan));
      theirs.push(await measureForwarding(janus.openRoom, plan));
    }
  } finally {
    await Promise.all([live.close(), janus.close()]);
    await rm(home, { recursive: true, force: true });
  }
  const costs = (rounds: readonly ForwardingCost[]) =>
    rounds.map(({ msPerMegabit }) => msPerMegabit);
  const how = `one publisher of 1.5 Mbps H264 with Opus, ${VIEWERS} viewers, publisher and viewers in processes apart; processor time of the engine's process alone for each Mbit of RTP that viewers received; median of ${ROUNDS} interleaved rounds of ${SECONDS} s`;
  return [
    figureOf(
      'live-cpu-vs-janus',
      'ratio',
      ratios(costs(ours), costs(theirs)),
      `embedded engine over Janus with its plugin of video rooms as it is without settings; ${how}; percent of the packets that arrived in each round: ours ${percents(ours)}, theirs ${percents(theirs)}`,
    ),
    figureOf('live-cpu-ms-per-mbit', 'ms', costs(ours), `embedded engine; ${how}`),
    figureOf('live-cpu-ms-per-mbit janus', 'ms', costs(theirs), `Janus; ${how}`),
  ];
};
