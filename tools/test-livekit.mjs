// `npm run test:livekit`: the conformance and outputs suites of live video on a real LiveKit server, which
// LIVEKIT_SERVER_BIN names. It is started on the loopback for the tests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HOW = `Left out: LIVEKIT_SERVER_BIN names no LiveKit server. Go 1.26 or later builds one:

  go install github.com/livekit/livekit-server/cmd/server@v1.13.5
  LIVEKIT_SERVER_BIN="$(go env GOPATH)/bin/server" npm run test:livekit
`;

const program = process.env.LIVEKIT_SERVER_BIN;
if (program === undefined || !existsSync(program)) {
  process.stderr.write(HOW);
  process.exit(1);
}
// One project at a time: each starts a database of its own for the run.
const suites = [
  ['--project=api', 'api/platform/live/conformance'],
  ['--project=slow', 'api/platform/live/outputs'],
];
for (const suite of suites) {
  const { status } = spawnSync('vitest', ['run', ...suite, '-t', 'LiveKit'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
