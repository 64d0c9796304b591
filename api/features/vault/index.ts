// What the composition root may use of the vault.
export { exportVaultOf } from './export-store.ts';
export { eraseVaultOf, mediaAccess } from './medias.ts';
export { vaultHandlers } from './routes.ts';
