// An application in a process of its own, which its test kills and starts again.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export type ForkedApp = { home: string; port: number; databaseUrl: string };

/** Starts the module, which is configured like main.ts; `settings` are added to the usual ones. */
export const forkApp = (
  main: string,
  { home, port, databaseUrl }: ForkedApp,
  settings: Record<string, string>,
): ChildProcess =>
  fork(main, {
    env: {
      PATH: process.env['PATH'],
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      CAMARIM_ENV: 'test',
      CAMARIM_HOME: home,
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: '6',
      LOG_LEVEL: 'error',
      CAPTCHA_COST: '1',
      CAMARIM_COUNTRY: 'ZZ',
      HOST: '127.0.0.1',
      PORT: String(port),
      CAMARIM_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...settings,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

/** The next report of the process that has this key; fails when the process ends before it. */
export const reportOf = async <Report extends object>(
  child: ChildProcess,
  key: string,
): Promise<Report> => {
  for (;;) {
    const [report] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => [null]),
    ])) as [object | null];
    if (report === null) throw new Error('the application did not start');
    if (key in report) return report as Report;
  }
};
