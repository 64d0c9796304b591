// What a file says of itself by its Content Credentials (C2PA), which is not verified.
import { m } from '../../../paraglide/messages.js';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatBytes } from '../../../ui/display/formats.ts';

export type Credentials = {
  bytes: number;
  manifest: string | null;
  summary: {
    generator: string | null;
    actions: readonly string[];
    sourceTypes: readonly string[];
  } | null;
};

export const CredentialsFacts = ({
  credentials: { bytes, manifest, summary },
  className,
}: {
  credentials: Credentials;
  className?: string | undefined;
}) => {
  const facts: [string, string][] = [
    ...(summary?.generator
      ? [[m.credentials_generator(), summary.generator] as [string, string]]
      : []),
    ...(summary && summary.actions.length > 0
      ? [[m.credentials_actions(), summary.actions.join(', ')] as [string, string]]
      : []),
    ...(summary && summary.sourceTypes.length > 0
      ? [[m.credentials_source(), summary.sourceTypes.join(', ')] as [string, string]]
      : []),
    [
      m.credentials_manifest(),
      manifest === null ? m.credentials_not_kept({ size: formatBytes(bytes) }) : formatBytes(bytes),
    ],
  ];
  return (
    <>
      <DescriptionList items={facts} {...(className && { className })} />
      <p>{summary ? m.credentials_unverified() : m.credentials_damaged()}</p>
    </>
  );
};
