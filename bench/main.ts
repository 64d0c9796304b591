// `npm run bench` measures everything; `npm run bench -- --json NAME` prints one line of JSON per
// figure of one scenario.
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';

/** Each is a minute or two, with a server and a database of its own. */
const SCENARIOS: Record<string, () => Promise<{ run(): Promise<Figure[]> }>> = {
  'tip-vs-pgbench': () => import('./scenarios/tip-vs-pgbench.ts'),
  'hot-producer-vs-spread': () => import('./scenarios/hot-producer-vs-spread.ts'),
  'ledger-check-s-per-million': () => import('./scenarios/ledger-check-s-per-million.ts'),
  'statement-flatness': () => import('./scenarios/statement-flatness.ts'),
  'webhook-storm': () => import('./scenarios/webhook-storm.ts'),
  'timeline-vs-bare': () => import('./scenarios/timeline-vs-bare.ts'),
  'authenticated-vs-anonymous': () => import('./scenarios/authenticated-vs-anonymous.ts'),
  'view-count-cost': () => import('./scenarios/view-count-cost.ts'),
  'login-flood-vs-argon2': () => import('./scenarios/login-flood-vs-argon2.ts'),
  'timeline-flatness': () => import('./scenarios/timeline-flatness.ts'),
  'ladder-cpu-vs-ffmpeg': () => import('./scenarios/ladder-cpu-vs-ffmpeg.ts'),
  'first-playable-s': () => import('./scenarios/first-playable-s.ts'),
  'segment-vs-nginx': () => import('./scenarios/segment-vs-nginx.ts'),
  'mass-message-per-second': () => import('./scenarios/mass-message-per-second.ts'),
  'chat-p99-under-mass': () => import('./scenarios/chat-p99-under-mass.ts'),
  'room-fanout-vs-ws': () => import('./scenarios/room-fanout-vs-ws.ts'),
  'message-vs-insert': () => import('./scenarios/message-vs-insert.ts'),
  'delivery-p99': () => import('./scenarios/delivery-p99.ts'),
  'chat-flatness': () => import('./scenarios/chat-flatness.ts'),
  'hash-false-positives': () => import('./scenarios/hashes/false-positives.ts'),
  'hash-lookup-us': () => import('./scenarios/hashes/lookup-us.ts'),
  'hash-lookup-fewer-us': async () => (await import('./scenarios/hashes/lookup-us.ts')).amongFewer,
  'dsb-overview-p99-vs-sql': () => import('./scenarios/dashboard/dsb-overview-p99-vs-sql.ts'),
  'rollup-lag-s': () => import('./scenarios/dashboard/rollup-lag-s.ts'),
  'review-items-per-minute': () => import('./scenarios/dashboard/review-items-per-minute.ts'),
  'upload-vs-nginx': () => import('./scenarios/upload-vs-nginx.ts'),
  'live-billing-exact': () => import('./scenarios/live-billing-exact.ts'),
  'live-first-frame-ms': () => import('./scenarios/live-first-frame-ms.ts'),
  'live-latency-ms': () => import('./scenarios/live-latency-ms.ts'),
  'live-cpu-vs-janus': () => import('./scenarios/live/live-cpu-vs-janus.ts'),
  'live-resume-killed-s': () => import('./scenarios/live/live-resume-killed-s.ts'),
  'live-viewers-per-core': () => import('./scenarios/live/live-viewers-per-core.ts'),
  'live-loss-fps': () => import('./scenarios/live-loss-fps.ts'),
  'live-slow-sound': () => import('./scenarios/live/live-slow-sound.ts'),
  'hls-overflow-latency-s': () => import('./scenarios/hls-overflow-latency-s.ts'),
  'ssr-home-vs-json': () => import('./scenarios/ssr-home-vs-json.ts'),
  'ssr-cpu-ms': () => import('./scenarios/ssr-cpu-ms.ts'),
  'firstload-js-gzip-kb': () => import('./scenarios/firstload-js-gzip-kb.ts'),
  'lighthouse-home': () => import('./scenarios/lighthouse-home.ts'),
  'lighthouse-profile': () => import('./scenarios/lighthouse-profile.ts'),
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const printFigure = ({ name, value, unit, spread: [low, high], how }: Figure): void =>
  say(`${name}: ${value} ${unit} (${low} to ${high})\n  ${how}`);

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(SCENARIOS);
for (const name of names) {
  const load = SCENARIOS[name];
  if (!load) {
    process.stderr.write(
      `There is no scenario ${name}. There are: ${Object.keys(SCENARIOS).join(', ')}\n`,
    );
    process.exit(1);
  }
  const { run } = await load();
  for (const figure of await run()) {
    if (values.json) say(JSON.stringify(figure));
    else printFigure(figure);
  }
}
