// Monthly packs in tests: made, downloaded and unpacked.
import { fromBuffer } from 'yauzl';
import type { ApiClient } from '../api-client.ts';
import type { TestApp } from './app.ts';

/** Contents by path. */
export type Files = Map<string, Buffer>;

/** Returns the id of the pack, which is ready. */
export const makePack = async (app: TestApp, owner: ApiClient, month: string): Promise<string> => {
  const { id } = await owner.call('POST /dsb/packs', { body: { month } });
  await app.runJobs();
  return id;
};

export const downloadPack = async (app: TestApp, owner: ApiClient, id: string): Promise<Buffer> =>
  (
    await app.server.inject({
      url: `/api/dsb/packs/${id}/file`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
  ).rawPayload;

export const unzip = (archive: Buffer): Promise<Files> =>
  new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error || !zip) return reject(error);
      const files: Files = new Map();
      zip.on('end', () => resolve(files)).on('error', reject);
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed || !stream) return reject(failed);
          files.set(entry.fileName, Buffer.concat(await stream.toArray()));
          zip.readEntry();
        }),
      );
      zip.readEntry();
    });
  });
