// nginx with its own signed addresses, serving or taking the same bytes: what we are compared with.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../api/platform/database/free-port.ts';

const SECRET = 'a secret of nginx';
const EXPIRES = 4_102_444_800;

const configuration = (folder: string, port: number): string => `
worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log crit; daemon off; user root;
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; default_type application/octet-stream;
  client_max_body_size 1g; client_body_buffer_size 6m; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen 127.0.0.1:${port};
    location /files/ {
      secure_link $arg_md5,$arg_expires; secure_link_md5 "$secure_link_expires$uri ${SECRET}";
      if ($secure_link = "") { return 403; } if ($secure_link = "0") { return 410; }
      root ${folder}; dav_methods PUT; create_full_put_path on;
    }
  }
}`;

export type Nginx = {
  port: number;
  folder: string;
  workerPid: number;
  addressOf: (name: string) => string;
  stop: () => Promise<void>;
};

const workerOf = async (masterPid: number): Promise<number> => {
  for (let tries = 0; tries < 50; tries += 1) {
    for (const entry of await readdir('/proc')) {
      const status = /^\d+$/.test(entry)
        ? await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '')
        : '';
      if (status.includes(`\nPPid:\t${masterPid}\n`)) return Number(entry);
    }
    await sleep(100);
  }
  throw new Error('nginx has no worker');
};

/** Starts it in the folder, on a free port. Throws when nginx is not installed. */
export const startNginx = async (folder: string): Promise<Nginx> => {
  const port = await freePort();
  await mkdir(join(folder, 'files'), { recursive: true });
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port));
  const master: ChildProcess = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await Promise.race([
    once(master, 'spawn'),
    once(master, 'error').then(() =>
      Promise.reject(new Error('nginx is not installed; on Debian: apt-get install nginx-light')),
    ),
  ]);
  const workerPid = await workerOf(master.pid ?? 0);
  return {
    port,
    folder,
    workerPid,
    addressOf: (name) => {
      const md5 = createHash('md5')
        .update(`${EXPIRES}/files/${name} ${SECRET}`)
        .digest('base64url');
      return `http://127.0.0.1:${port}/files/${name}?md5=${md5}&expires=${EXPIRES}`;
    },
    stop: async () => {
      master.kill('SIGQUIT');
      if (master.exitCode === null) await once(master, 'exit');
    },
  };
};
