// What the admin pages of all features share: page, lists, decision and the access check.
export { requireStaff, staffClientLoader } from './staff-only.ts';
export { itemAnchor } from './item-anchor.ts';
export { StaffRoleOfPage, useRight } from './rights.ts';
export { AiDecision } from './AiDecision.tsx';
export { AdminCard, adminMeta, AdminPage, AdminSection, FoldedSection } from './AdminPage.tsx';
export { type AdminColumn, AdminQueue, AdminTable } from './AdminQueue.tsx';
export { DecidedQueue, useDecided } from './DecidedQueue.tsx';
export { Decision, type DecisionOption } from './Decision.tsx';
export { Documents, useViewedDocuments } from './Documents.tsx';
export { default as adminStyles } from './dsb.module.css';
export { type EvidenceMedia, EvidenceMedias } from './EvidenceMedias.tsx';
export { WithRight } from './WithRight.tsx';
export { PostLabel } from './PostLabel.tsx';
export { Proposals } from './Proposals.tsx';
export { PersonLink, ProfileLink } from './ProfileLink.tsx';
