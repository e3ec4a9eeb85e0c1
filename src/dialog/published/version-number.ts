const wellFormed = /^[1-9]\d{0,8}$/;

/** Reads the number of a version from a path; undefined if it is malformed. */
export function readVersionNumber(text: string): number | undefined {
  return wellFormed.test(text) ? Number(text) : undefined;
}

/** The path at which a version is called. */
export function pathOfVersion(publicProjectId: string, slug: string, version: number): string {
  return `/api/published/${publicProjectId}/${slug}/v${version}`;
}
