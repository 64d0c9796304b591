// How many viewers of 1.5 Mbps one core serves, with the embedded engine alone on it and the load
// on another one. On a machine with other work `chrt -r 1 node bench/main.ts live-viewers-per-core`
// gives both the processor whenever they need it.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../api/platform/clock/system.ts';
import { embeddedOn } from '../../../api/testing/live/engines.ts';
import { type Figure, figureOf } from '../../figure.ts';
import { openEmbedded } from '../../live/embedded.ts';
import { type ForwardingCost, measureForwarding } from '../../live/load.ts';

const STEPS = [60, 120, 180, 240, 300, 400, 500];
const SECONDS = 8;
/** Less than this part of what was sent arrived: the step is not served. */
const DELIVERED = 0.99;

type Step = ForwardingCost & { viewers: number };

const measureSteps = async (home: string): Promise<Step[]> => {
  const live = embeddedOn(home, { clock: systemClock });
  const steps: Step[] = [];
  try {
    for (const viewers of STEPS) {
      const engine = () => openEmbedded(live, home);
      const plan = { viewers, seconds: SECONDS, apart: true };
      const step = { viewers, ...(await measureForwarding(engine, plan)) };
      steps.push(step);
      if (step.delivered < DELIVERED) break;
    }
    return steps;
  } finally {
    await live.close();
  }
};

const described = ({ viewers, delivered, engineCores, viewerCores }: Step): string =>
  `${viewers}: ${(delivered * 100).toFixed(1)} % arrived, engine ${engineCores.toFixed(2)} of its core, viewers ${viewerCores.toFixed(2)} of theirs`;

export const run = async (): Promise<Figure[]> => {
  if (availableParallelism() < 2) {
    process.stderr.write('live-viewers-per-core is left out: it needs two cores\n');
    return [];
  }
  const home = await mkdtemp(join(tmpdir(), 'camarim-bench-live-'));
  try {
    const steps = await measureSteps(home);
    const served = steps.filter(({ delivered }) => delivered >= DELIVERED);
    const how = `one publisher of 1.5 Mbps H264 with Opus at the embedded engine, which has one core for itself; publisher and viewers in two processes on the other core; ${SECONDS} s for each step. ${steps.map(described).join('; ')}`;
    return [
      figureOf(
        'live-viewers-per-core',
        'viewers',
        served.slice(-1).map(({ viewers }) => viewers),
        `the most viewers of the steps of whom all received ${DELIVERED * 100} % or more; ${how}`,
      ),
      figureOf(
        'live-viewers-per-core computed',
        'viewers',
        served.map(({ viewers, engineCores }) => viewers / engineCores),
        `viewers over the part of its core that the engine used, which says nothing of steps that were not measured; ${how}`,
      ),
    ];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};
