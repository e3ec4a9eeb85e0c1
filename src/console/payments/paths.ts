/** The paths of the API that these pages read. */
export const paymentsPath = '/api/owner/projects/{project_id}/payments';
export const paymentPath = '/api/owner/projects/{project_id}/payments/{order_id}';
export const refundsPath = '/api/owner/projects/{project_id}/refunds';

/** After these, something of a payment or a refund is another. */
export const changes = /^(?:payment|refund|job)\./;
