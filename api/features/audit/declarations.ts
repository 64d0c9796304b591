// What the log records about itself.
declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'audit.exported': true;
    'audit.checked': true;
  }
}

export {};
