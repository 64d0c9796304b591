// nginx with the configuration of docs/operations/nginx.conf before an application, for tests and
// benchmarks; nothing here needs it to be installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const DOCUMENTED = join(import.meta.dirname, '../../../docs/operations/nginx.conf');

export const nginxIsInstalled = (): boolean => spawnSync('nginx', ['-v']).status === 0;

export type NginxBefore = {
  /** Where nginx keeps its own files; it is made when missing. */
  folder: string;
  port: number;
  upstreamPort: number;
  /** CAMARIM_HOME of the application. */
  home: string;
};

/**
 * The documented configuration with this machine's ports and folders. Throws when the document lost
 * one of its places.
 */
const configurationOf = async ({
  folder,
  port,
  upstreamPort,
  home,
}: NginxBefore): Promise<string> => {
  let site = await readFile(DOCUMENTED, 'utf8');
  const places = [
    ['/run/camarim-rights', join(folder, 'rights')],
    ['/run/camarim-pages', join(folder, 'pages')],
    ['127.0.0.1:3000', `127.0.0.1:${upstreamPort}`],
    ['/var/lib/camarim', home],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    // As a geo module of the operator would say it.
    [
      'map "" $visitor_country { default ""; }',
      'map $http_x_test_country $visitor_country { default $http_x_test_country; }',
    ],
  ] as const;
  for (const [documented, here] of places) {
    if (!site.includes(documented))
      throw new Error(`docs/operations/nginx.conf does not name ${documented}`);
    site = site.replaceAll(documented, here);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  const asRoot = process.getuid?.() === 0 ? 'user root;' : '';
  return `worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log crit; daemon off; ${asRoot}
events { worker_connections 1024; }
http { access_log off; keepalive_requests 1000000; default_type application/octet-stream; ${temporary}
${site}
}
`;
};

const workerOf = async (masterPid: number): Promise<number> => {
  for (let tries = 0; tries < 100; tries += 1) {
    for (const entry of await readdir('/proc')) {
      const status = /^\d+$/.test(entry)
        ? await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '')
        : '';
      if (status.includes(`\nPPid:\t${masterPid}\n`) && status.includes('nginx'))
        return Number(entry);
    }
    await sleep(50);
  }
  throw new Error('nginx has no worker');
};

const untilListening = async (port: number): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    if (tries > 100) throw new Error('nginx does not listen');
    await sleep(50);
  }
};

/** Starts it. Throws when nginx is not installed. */
export const startNginxBefore = async (
  before: NginxBefore,
): Promise<{ workerPid: number; stop(): Promise<void> }> => {
  await mkdir(before.folder, { recursive: true });
  const path = join(before.folder, 'nginx.conf');
  await writeFile(path, await configurationOf(before));
  const master: ChildProcess = spawn('nginx', ['-c', path, '-p', before.folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await Promise.race([
    once(master, 'spawn'),
    once(master, 'error').then(() =>
      Promise.reject(new Error('nginx is not installed; on Debian: apt-get install nginx-light')),
    ),
  ]);
  await untilListening(before.port);
  return {
    workerPid: await workerOf(master.pid ?? 0),
    stop: async () => {
      master.kill('SIGTERM');
      if (master.exitCode === null) await once(master, 'exit');
    },
  };
};
