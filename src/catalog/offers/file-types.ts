export const csv = 'text/csv';
export const ndjson = 'application/x-ndjson';
export const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const zip = 'application/zip';
export const gzip = 'application/gzip';

/** A file of the types that are texts, for the document. */
export const fileExamples = {
  [csv]: 'source_identifier,pn_raw,price_raw\r\nAcme,A-100,12.50\r\n',
  [ndjson]: '{"source_identifier":"Acme","pn_raw":"A-100","price_raw":"12.50"}\n',
};
