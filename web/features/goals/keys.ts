// Keys of the queries about goals.
export const goalsKey = (profileId: string) => ['goals', profileId] as const;
