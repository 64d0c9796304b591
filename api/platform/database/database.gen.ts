// Generated from the live schema by `npm run schema`; do not edit.
export interface DB {}
