// The same request by two kinds of callers in interleaved rounds: what an answer costs for each.
import { cpuSecondsOfTree } from './cpu.ts';
import { openDriver } from './drive.ts';
import type { Stage } from './stage.ts';

export const CONNECTIONS = 16;
export const ROUND_MS = 800;
const WARM_ROUNDS = 4;

/** What one answer of each round took. */
export type Costs = {
  seconds: number[];
  /** Processor time of the server, its database and its other children. */
  cpuSeconds: number[];
};

/** Each side is a list of header lines; every request carries any of them. */
export const compareCallers = async (
  { port, pid }: Stage,
  { target, rounds }: { target: string; rounds: number },
  sides: { one: string[]; other: string[] },
): Promise<{ one: Costs; other: Costs }> => {
  const driver = openDriver();
  const costs = {
    one: { seconds: [] as number[], cpuSeconds: [] as number[] },
    other: { seconds: [] as number[], cpuSeconds: [] as number[] },
  };
  for (let round = -WARM_ROUNDS; round < rounds; round += 1) {
    // Each is first in half of the rounds, so that a drift of the machine favours neither.
    for (const side of round % 2 === 0
      ? (['one', 'other'] as const)
      : (['other', 'one'] as const)) {
      const cpuBefore = await cpuSecondsOfTree(pid);
      const { answered, seconds } = await driver.drive({
        port,
        connections: CONNECTIONS,
        durationMs: ROUND_MS,
        target,
        callers: sides[side],
        bodies: [],
        keyed: false,
      });
      const cpuSeconds = (await cpuSecondsOfTree(pid)) - cpuBefore;
      if (round < 0) continue;
      costs[side].seconds.push(seconds / answered);
      costs[side].cpuSeconds.push(cpuSeconds / answered);
    }
  }
  driver.close();
  return costs;
};
