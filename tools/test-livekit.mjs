// `npm run test:livekit`: the conformance and outputs suites of live video on a real LiveKit server, which
// LIVEKIT_SERVER_BIN names. It is started on the loopback for the tests.
import { spawn } from 'node:child_process';
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
const suites = ['api/platform/live/conformance', 'api/platform/live/outputs'];
const vitest = ['run', '--project=api', '--project=slow', ...suites, '-t', 'LiveKit'];
spawn('vitest', vitest, {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
}).once('exit', (code) => process.exit(code ?? 1));
