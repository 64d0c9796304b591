// placeholder
export const ProfilePosts = (_: { profile: unknown }) => null;
