// Starts the sandbox gateway as a process of its own: node sandbox/main.ts [--host H] [--port P]
// [--home DIR]
import { z } from 'zod';
import { readConfig } from './config.ts';
import { startSandbox, type Sandbox } from './server.ts';

const start = async (): Promise<Sandbox> => {
  const sandbox = await startSandbox(readConfig(process.argv.slice(2), process.env));
  process.stdout.write(`sandbox gateway at ${sandbox.url}\n`);
  process.send?.({ listening: sandbox.url });
  return sandbox;
};

try {
  const sandbox = await start();
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await sandbox.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // A parent that was killed closes the channel: the port must not stay taken.
  process.on('disconnect', stop);
} catch (error) {
  process.stderr.write(
    `sandbox: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}\n`,
  );
  process.exitCode = 1;
}
