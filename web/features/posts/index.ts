// What other features and the app may use of posts.
export { postDialogs } from './dialogs.ts';
export { PostSlots } from './card/post-slots.ts';
export { PostCard } from './card/PostCard.tsx';
export { FeaturedCard } from './featured/FeaturedCard.tsx';
export { featuredQuery } from './featured/queries.ts';
export { ProfilePosts } from './feed/ProfilePosts.tsx';
export { postKeys } from './keys.ts';
export { Feed, loadPostSale, loadSearchBox, SearchBox, type SearchBoxPart } from './parts.ts';
export { changePost, type Post } from './post-cache.ts';
export { myPostsQuery, postQuery, profilePostsQuery, timelineQuery } from './queries.ts';
