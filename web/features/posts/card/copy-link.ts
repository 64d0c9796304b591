// Copies the address of a post's page.
import { postPath } from '@camarim/contract/post-path';
import { m } from '../../../paraglide/messages.js';
import { showToast } from '../../../ui/overlays/toasts.ts';
import type { Post } from '../post-cache.ts';

export const copyPostLink = async ({ id, profile }: Post): Promise<void> => {
  await navigator.clipboard.writeText(
    new URL(postPath(profile.domainName, id), window.location.origin).href,
  );
  showToast(m.post_link_copied(), 'success');
};
