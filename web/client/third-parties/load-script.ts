// Loads a third-party script into the page.

const loading = new Map<string, Promise<void>>();

const load = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`no script at ${url}`)));
    document.head.append(script);
  });

/**
 * Once per page however often it is asked for; after a failure the next call tries again. Rejects
 * when there is no such script.
 */
export const loadScript = (url: string): Promise<void> => {
  const known = loading.get(url);
  if (known) return known;
  const fresh = load(url).catch((error: unknown) => {
    loading.delete(url);
    throw error;
  });
  loading.set(url, fresh);
  return fresh;
};
