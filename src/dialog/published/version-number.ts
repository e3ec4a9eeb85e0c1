const wellFormed = /^[1-9]\d{0,8}$/;

/** The number of a version as a path has it; undefined for a malformed one, which no version can have. */
export function readVersionNumber(text: string): number | undefined {
  return wellFormed.test(text) ? Number(text) : undefined;
}

/** Where a version is called. */
export function pathOfVersion(publicProjectId: string, slug: string, version: number): string {
  return `/api/published/${publicProjectId}/${slug}/v${version}`;
}
