// What other features and the composition root may use of documents.
export { documentAddress } from './addresses.ts';
export {
  DOCUMENT_NAMES,
  storeDocuments,
  deleteDocuments,
  deleteUploads,
  requireViewed,
} from './documents.ts';
export type { DocumentName, Holder } from './documents.ts';
export { defineDocumentsJobs } from './jobs.ts';
export { documentsHandlers } from './routes.ts';
export { registerDocumentServing } from './serve.ts';
