// What other features may use of the review before publication.
export { ReviewNotice } from './ReviewNotice.tsx';
