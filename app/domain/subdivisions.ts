/** The names of provinces and states (ISO 3166-2) where addresses have codes: Canada and the United States. */

/** Written alike in both languages, unless the second has its own. */
type Names = readonly [en: string, fr?: string]

const canada: Readonly<Record<string, Names>> = {
  AB: ['Alberta'],
  BC: ['British Columbia', 'Colombie-Britannique'],
  MB: ['Manitoba'],
  NB: ['New Brunswick', 'Nouveau-Brunswick'],
  NL: ['Newfoundland and Labrador', 'Terre-Neuve-et-Labrador'],
  NS: ['Nova Scotia', 'Nouvelle-\u00c9cosse'],
  NT: ['Northwest Territories', 'Territoires du Nord-Ouest'],
  NU: ['Nunavut'],
  ON: ['Ontario'],
  PE: ['Prince Edward Island', '\u00cele-du-Prince-\u00c9douard'],
  QC: ['Quebec', 'Qu\u00e9bec'],
  SK: ['Saskatchewan'],
  YT: ['Yukon'],
}

const unitedStates: Readonly<Record<string, Names>> = {
  AK: ['Alaska'],
  AL: ['Alabama'],
  AR: ['Arkansas'],
  AZ: ['Arizona'],
  CA: ['California', 'Californie'],
  CO: ['Colorado'],
  CT: ['Connecticut'],
  DC: ['District of Columbia', 'District de Columbia'],
  DE: ['Delaware'],
  FL: ['Florida', 'Floride'],
  GA: ['Georgia', 'G\u00e9orgie'],
  HI: ['Hawaii', 'Hawa\u00ef'],
  IA: ['Iowa'],
  ID: ['Idaho'],
  IL: ['Illinois'],
  IN: ['Indiana'],
  KS: ['Kansas'],
  KY: ['Kentucky'],
  LA: ['Louisiana', 'Louisiane'],
  MA: ['Massachusetts'],
  MD: ['Maryland'],
  ME: ['Maine'],
  MI: ['Michigan'],
  MN: ['Minnesota'],
  MO: ['Missouri'],
  MS: ['Mississippi'],
  MT: ['Montana'],
  NC: ['North Carolina', 'Caroline du Nord'],
  ND: ['North Dakota', 'Dakota du Nord'],
  NE: ['Nebraska'],
  NH: ['New Hampshire'],
  NJ: ['New Jersey'],
  NM: ['New Mexico', 'Nouveau-Mexique'],
  NV: ['Nevada'],
  NY: ['New York'],
  OH: ['Ohio'],
  OK: ['Oklahoma'],
  OR: ['Oregon'],
  PA: ['Pennsylvania', 'Pennsylvanie'],
  RI: ['Rhode Island'],
  SC: ['South Carolina', 'Caroline du Sud'],
  SD: ['South Dakota', 'Dakota du Sud'],
  TN: ['Tennessee'],
  TX: ['Texas'],
  UT: ['Utah'],
  VA: ['Virginia', 'Virginie'],
  VT: ['Vermont'],
  WA: ['Washington'],
  WI: ['Wisconsin'],
  WV: ['West Virginia', 'Virginie-Occidentale'],
  WY: ['Wyoming'],
}

const byCountry: Readonly<Record<string, Readonly<Record<string, Names>>>> = { CA: canada, US: unitedStates }

/** Returns the name of a state or province in a language; what is no known code is returned as it is. */
export function subdivisionName(country: string, state: string, language: string): string {
  const countryNames = Object.hasOwn(byCountry, country) ? byCountry[country] : undefined
  const names = countryNames && Object.hasOwn(countryNames, state) ? countryNames[state] : undefined
  if (!names) return state
  return (language === 'fr' && names[1]) || names[0]
}
