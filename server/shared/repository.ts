import * as v from 'valibot';

const packageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    repository: v.optional(v.union([v.string(), v.object({ url: v.string() })])),
  }),
);

/** The address of the repository that a package.json names, for browsers; undefined without one. */
export function repositoryOf(packageJson: string): string | undefined {
  const { repository } = v.parse(packageSchema, packageJson);
  const named = typeof repository === 'string' ? repository : repository?.url;
  const url = named?.replace(/^git\+/, '').replace(/\.git$/, '');
  return url !== undefined && /^https?:\/\//.test(url) ? url : undefined;
}
