// What media adds to the closed maps of the platform: audit actions.

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'media.takenDown': true;
    'media.retried': true;
    'media.cancelled': true;
  }
}

export {};
