// What the composition root may use of the vault.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { exportVaultOf } from './export-store.ts';
import { eraseVaultOf, mediaAccess } from './medias.ts';
import { vaultHandlers } from './routes.ts';

export { keepInVault } from './medias.ts';

/** Media that producers keep to show again. */
export const vault = defineFeature({
  name: 'vault',
  texts,
  handlers: vaultHandlers,
  mediaAccess: [mediaAccess],
  personalData: [
    {
      text: 'data.media',
      tables: ['media'],
      ground: 'contract',
      removal: 'blanked',
      by: [eraseVaultOf],
    },
    {
      text: 'data.folders',
      tables: ['media_folders'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseVaultOf],
    },
  ],
  exporters: [exportVaultOf],
});
