// A process that owns an embedded PostgreSQL until it is killed: `node database-owner.ts HOME`, for
// crash tests.
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

const [home = ''] = process.argv.slice(2);
const quiet = { info() {}, warn() {}, error() {} };
const server = await startEmbeddedPostgres({ home, log: quiet });
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
