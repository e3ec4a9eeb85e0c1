import { Problem } from '../../../platform/problem.ts';

/** Which files visitors may send. */

/** What a channel takes where its owner says nothing else, in MiB. */
export const usualUploadMb = 20;

/** Programs, by what their bytes say. */
const programs = new Set([
  'application/x-msdownload',
  'application/vnd.microsoft.portable-executable',
  'application/x-elf',
  'application/x-executable',
  'application/x-mach-binary',
  'application/java-vm',
  'application/vnd.android.package-archive',
]);
/** Names that a computer carries out when they are opened, whatever the bytes are. */
const programNames =
  /\.(?:apk|app|bash|bat|chm|cmd|com|command|cpl|deb|desktop|dll|docm|exe|hta|iso|jar|jnlp|js|jse|lnk|msc|msi|msp|pif|pl|ps1|py|pyw|reg|rpm|run|scf|scr|sct|sh|url|vb|vbe|vbs|vhd|wsc|wsf|wsh|xlsm|xll)$/i;
/** Characters without a shape, behind which an ending could hide. */
const unseen = /\p{Cf}/gu;

/** @throws Problem 415 for a file that a chat does not take. @param types what its owner allows, if they do not allow everything */
export function checkUpload(
  { name, type }: { name: string; type: string },
  types: readonly string[] | undefined,
): void {
  if (programs.has(type) || programNames.test(name.replaceAll(unseen, ''))) {
    throw new Problem(415, 'file_type_not_taken', 'This chat takes no programs.');
  }
  if (types === undefined || types.some((allowed) => fits(type, allowed))) return;
  throw new Problem(
    415,
    'file_type_not_taken',
    `This chat takes files of the types ${types.join(', ')}, and this one is ${type}.`,
  );
}

/** Whether a media type is of a kind such as `image/*`, or is this type. */
const fits = (type: string, allowed: string): boolean =>
  allowed.endsWith('/*') ? type.startsWith(allowed.slice(0, -1)) : type === allowed;
