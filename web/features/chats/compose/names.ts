// How people are called in a conversation.

/** "Íris" of "Íris Veludo". */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? name;
