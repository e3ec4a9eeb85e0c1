import { Document, isScalar, Scalar, visit } from 'yaml';

/**
 * Writes a contract as YAML that readers of 1.2 and 1.1 understand in the same way. Tools of many languages still read 1.1, in
 * which `yes`, `12:30` and `2026-11-20` without quotes are not texts (https://yaml.org/type/).
 */
export function asYaml(contract: object): string {
  const document = new Document(contract, { compat: 'yaml-1.1', aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      // The type "value" of YAML 1.1, which the library's own list lacks.
      if (isScalar(node) && node.value === '=') node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString();
}
