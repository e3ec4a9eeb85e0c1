import { useQuery } from '@tanstack/react-query';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { membersOf } from '../api/json-text.ts';
import { Button } from '../kit/button.tsx';
import { CopyText } from '../kit/copy.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Facts } from '../kit/facts.tsx';
import { Field } from '../kit/field.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { PlainForm, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './catalog.module.css';
import { priceOf } from './offers-page.tsx';
import { everything, type Offer, offerPath } from './paths.ts';

/** One offer: what is known of it, its price and its source. */
export function OfferDialog({ id, onClose }: { id: number; onClose(): void }) {
  const offer = useQuery({
    queryKey: ['get', offerPath, id],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET(offerPath, { params: { path: { id } }, signal, parseAs: 'text' });
      const text = data as unknown as string;
      // Numbers of the payload keep their digits.
      return { offer: JSON.parse(text) as Offer, payload: membersOf(text).get('raw_payload') ?? 'null' };
    },
  });
  return (
    <Dialog title={offer.data?.offer.pn_raw ?? t('catalog.offer')} isOpen onClose={onClose} isWide>
      <Loaded from={offer} rows={6}>
        {(found) => <OfferParts {...found} onClose={onClose} />}
      </Loaded>
      <DialogButtons>
        <Button onPress={onClose}>{t('shell.close')}</Button>
      </DialogButtons>
    </Dialog>
  );
}

interface OfferPartsProps {
  offer: Offer;
  /** JSON. */
  payload: string;
  onClose(): void;
}

function OfferParts({ offer, payload, onClose }: OfferPartsProps) {
  const { id, product_url: url } = offer;
  const isLink = url !== null && /^https?:\/\//i.test(url);
  const remove = async () => {
    await api.DELETE(offerPath, { params: { path: { id } } });
    void renew(...everything);
    say(t('catalog.deleted', { count: 1 }));
    onClose();
  };
  return (
    <div className={css.parts}>
      <Facts
        facts={[
          [t('catalog.source'), offer.source_name],
          [t('catalog.brand'), offer.brand_raw],
          [t('catalog.condition'), offer.condition_raw],
          [t('catalog.status'), offer.status_raw],
          [t('catalog.price'), priceOf(offer)],
          [t('catalog.weight'), [offer.weight_value, offer.weight_unit].filter(Boolean).join(' ')],
          [
            t('catalog.address'),
            isLink ? (
              <a key="url" href={url} target="_blank" rel="noreferrer">
                {url}
              </a>
            ) : (
              url
            ),
          ],
          [t('catalog.made'), showMoment(offer.created_at)],
          [t('catalog.id'), id],
        ]}
      />
      {payload !== 'null' && <CopyText label={t('catalog.payload')} text={payload} />}
      <PriceForm key={offer.price_raw} offer={offer} />
      <SourceForm key={offer.source_name} offer={offer} />
      <div>
        <ConfirmButton
          title={t('catalog.delete_title', { count: 1 })}
          text={t('catalog.delete_text')}
          verb={t('catalog.delete', { count: 1 })}
          act={remove}
        >
          {t('catalog.delete', { count: 1 })}
        </ConfirmButton>
      </div>
    </div>
  );
}

function PriceForm({ offer: { id, price_raw, price_currency } }: { offer: Offer }) {
  const form = useForm({ price: price_raw ?? '' }, async ({ price }) => {
    const wanted = price.trim().replace(',', '.');
    await api.PATCH('/api/owner/catalog/offers/{id}/price', {
      params: { path: { id } },
      body: { price_raw: wanted === '' ? null : wanted },
    });
    await renew(...everything);
    say(t('catalog.price_changed'));
  });
  return (
    <PlainForm isSmall form={form} verb={t('catalog.change_price')}>
      <Field
        label={price_currency ? t('catalog.price_in', { currency: price_currency }) : t('catalog.price')}
        help={t('catalog.price_help')}
        inputMode="decimal"
        {...form.bind('price', 'price_raw')}
      />
    </PlainForm>
  );
}

function SourceForm({ offer: { id, source_name } }: { offer: Offer }) {
  const form = useForm({ source: source_name }, async ({ source }) => {
    await api.PATCH('/api/owner/catalog/offers/{id}/source', {
      params: { path: { id } },
      body: { source_identifier: source },
    });
    await renew(...everything);
    say(t('catalog.source_changed'));
  });
  return (
    <PlainForm isSmall form={form} verb={t('catalog.change_source')}>
      <Field
        label={t('catalog.source')}
        help={t('catalog.source_help')}
        {...form.bind('source', 'source_identifier')}
      />
    </PlainForm>
  );
}
