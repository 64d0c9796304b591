// The label of AI of a post on its own page, for people of the team: with the right to decide about
// it, where they have that.
import { useSession } from '../../../client/session/session.ts';
import type { Post } from '../post-cache.ts';
import { PostLabel, StaffRoleOfPage } from '../../dsb/index.ts';

export default function LabelOnPage({ post: { id, ai } }: { post: Post }) {
  const { user } = useSession();
  return (
    <StaffRoleOfPage value={user?.staffRole ?? 'readOnly'}>
      <PostLabel id={id} ai={ai} />
    </StaffRoleOfPage>
  );
}
