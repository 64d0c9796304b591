// `npm run test:livekit`: the conformance and outputs suites of live video on a real LiveKit
// server, which LIVEKIT_SERVER_BIN names, then what the application does with it: HLS, recordings,
// clips and programs, and the journeys of a party, of a program and of a whole show in Chromium. It
// is started on the loopback for the tests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startLiveKit } from '../api/testing/live/livekit-server.ts';

const HOW = `Left out: LIVEKIT_SERVER_BIN names no LiveKit server. Go 1.26 or later builds one:

  go install github.com/livekit/livekit-server/cmd/server@v1.13.5
  LIVEKIT_SERVER_BIN="$(go env GOPATH)/bin/server" npm run test:livekit
`;

const program = process.env.LIVEKIT_SERVER_BIN;
if (program === undefined || !existsSync(program)) {
  process.stderr.write(HOW);
  process.exit(1);
}
/** @type {(command: string, args: string[], env?: Record<string, string>) => number} */
const run = (command, args, env = {}) => {
  const { status } = spawnSync(command, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status ?? 1;
};

/** @type {(() => number | Promise<number>)[]} */
const suites = [
  // One project at a time: each starts a database of its own for the run.
  () => run('vitest', ['run', '--project=api', 'api/platform/live/conformance', '-t', 'LiveKit']),
  () => run('vitest', ['run', '--project=slow', 'api/platform/live/outputs', '-t', 'LiveKit']),
  () =>
    run('vitest', ['run', '--project=slow', 'api/features/lives/outputs'], {
      SHOWS_ON_LIVEKIT: program,
    }),
  async () => {
    const { settings, close } = await startLiveKit(program);
    const journeys = ['party', 'program', 'whole-show'].map((name) => `e2e/lives/${name}.spec.ts`);
    const status = run('playwright', ['test', '--workers=1', ...journeys], {
      ...settings,
      E2E_ALL: '1',
    });
    await close();
    return status;
  },
];
for (const suite of suites) {
  const status = await suite();
  if (status !== 0) process.exit(status);
}
