import { Loaded } from '../shell/loaded.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './catalog.module.css';
import { useStatistics } from './offers.tsx';

/** So many values of a facet are shown; the filters find the others. */
const few = 6;

interface FacetsProps {
  /** The filters that are set. */
  values: Readonly<Record<string, string>>;
  onSet(key: string, value: string | undefined): void;
}

/** How many offers there are by currency, condition, status, brand and source, over all. A press filters by one. */
export function Facets({ values, onSet }: FacetsProps) {
  const statistics = useStatistics();
  return (
    <aside className={css.facets} aria-label={t('catalog.figures')}>
      <Loaded from={statistics} rows={6}>
        {(figures) => {
          const facets = [
            [
              'source',
              t('catalog.source'),
              figures.by_source.map((one) => [String(one.source), one.source_name, one.offers]),
            ],
            [
              'brand',
              t('catalog.brand'),
              figures.by_brand.map((one) => [one.brand_raw, one.brand_raw, one.offers]),
            ],
            [
              'condition',
              t('catalog.condition'),
              figures.by_condition.map((one) => [one.condition_raw, one.condition_raw, one.offers]),
            ],
            [
              'status',
              t('catalog.status'),
              figures.by_status.map((one) => [one.status_raw, one.status_raw, one.offers]),
            ],
          ] as [string, string, [string | null, string | null, number][]][];
          return (
            <>
              <p className={css.muted}>
                {t('catalog.priced', {
                  count: figures.offers_with_price,
                  shown: showNumber(figures.offers_with_price),
                  all: showNumber(figures.total_offers),
                })}
              </p>
              <Prices currencies={figures.by_currency} values={values} onSet={onSet} />
              {facets.map(([key, name, entries]) => {
                const known = entries.filter(([value]) => value !== null && value !== '');
                if (known.length === 0) return null;
                return (
                  <section key={key} className={css.facet} aria-label={name}>
                    <h2>{name}</h2>
                    {known.slice(0, few).map(([value, shown, count]) => (
                      <FacetButton
                        key={value}
                        isOn={values[key] === value}
                        name={shown!}
                        end={showNumber(count)}
                        onPress={() => onSet(key, values[key] === value ? undefined : value!)}
                      />
                    ))}
                    {known.length > few && (
                      <p className={css.muted}>{t('catalog.more', { count: known.length - few })}</p>
                    )}
                  </section>
                );
              })}
            </>
          );
        }}
      </Loaded>
    </aside>
  );
}

interface PricesProps extends FacetsProps {
  currencies: readonly {
    price_currency: string | null;
    offers: number;
    average_price: string;
    min_price: string;
    max_price: string;
  }[];
}

/** The prices in each currency: from the lowest to the highest, and their mean. */
function Prices({ currencies, values, onSet }: PricesProps) {
  const known = currencies.filter(({ price_currency }) => price_currency);
  if (known.length === 0) return null;
  return (
    <section className={css.facet} aria-label={t('catalog.currency')}>
      <h2>{t('catalog.currency')}</h2>
      {known.slice(0, few).map(({ price_currency: currency, offers, ...price }) => (
        <div key={currency}>
          <FacetButton
            isOn={values.currency === currency}
            name={currency!}
            end={showNumber(offers)}
            onPress={() => onSet('currency', values.currency === currency ? undefined : currency!)}
          />
          <p className={css.range}>
            {t('catalog.prices', {
              min: price.min_price,
              max: price.max_price,
              mean: Number(price.average_price).toFixed(2),
            })}
          </p>
        </div>
      ))}
    </section>
  );
}

interface FacetButtonProps {
  isOn: boolean;
  name: string;
  end: string;
  onPress(): void;
}

const FacetButton = ({ isOn, name, end, onPress }: FacetButtonProps) => (
  <button type="button" aria-pressed={isOn} className={css.value} onClick={onPress}>
    <span className={css.name}>{name}</span>
    <span className={css.number}>{end}</span>
  </button>
);
