// What the composition root may use of the vault.
export { exportVaultOf } from './export-store.ts';
export { eraseVaultOf, vaultRight } from './medias.ts';
export { vaultHandlers } from './routes.ts';
