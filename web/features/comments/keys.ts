// Keys of the queries about comments.
export const commentsKey = (postId: string) => ['comments', postId] as const;
