/** The tenant service names domains by their place in the list; a person reads which one is meant. */
import { ServiceError } from '~/backend/service-error'
import { errorText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'

/** Does `work`; a refusal of single domains comes back as sentences at the field they were typed in. */
export async function namingDomains<T>(domains: readonly string[], t: Translate, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { service, status, body, trouble, mayHaveHappened } = error
    const entries = Object.entries(error.fields)
    if (!body || !entries.some(([field]) => placeOf(field) !== null)) throw error
    const problems = entries.flatMap(([field, keys]) => {
      const domain = domains[placeOf(field) ?? -1]
      return domain === undefined
        ? []
        : keys.map((key) => t('main:tenant.form.domainProblem', { domain, problem: errorText(t, key) }))
    })
    const others = entries.filter(([field]) => placeOf(field) === null && field !== 'domains')
    const errors = { ...Object.fromEntries(others), domains: [...(error.fields.domains ?? []), ...problems] }
    throw new ServiceError({ service, status, body: { ...body, errors }, trouble, mayHaveHappened })
  }
}

/** The place a `domains.3` names. */
function placeOf(field: string): number | null {
  const place = /^domains\.(\d+)$/.exec(field)?.[1]
  return place === undefined ? null : Number(place)
}
