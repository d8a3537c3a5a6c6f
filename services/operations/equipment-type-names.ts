/** Names of the Brick classes of equipment (domain §8.1). */
import type { ServiceLanguage } from '../kit/messages'

const names: Record<string, [en: string, fr: string]> = {
  Air_Handling_Unit: ['Air handling unit', 'Centrale de traitement d’air'],
  Rooftop_Unit: ['Rooftop unit', 'Unité de toiture'],
  Makeup_Air_Unit: ['Makeup air unit', 'Unité d’air d’appoint'],
  Dedicated_Outdoor_Air_System_Unit: ['Dedicated outdoor air unit', 'Unité d’air neuf'],
  Variable_Air_Volume_Box: ['Variable air volume box', 'Boîte à volume d’air variable'],
  Variable_Air_Volume_Box_With_Reheat: [
    'Variable air volume box with reheat',
    'Boîte à volume d’air variable avec réchauffe',
  ],
  Fan_Coil_Unit: ['Fan coil unit', 'Ventilo-convecteur'],
}

/** Returns the name of a class; the class itself in words when no rule is about it. */
export const equipmentTypeName = (type: string, language: ServiceLanguage): string =>
  names[type]?.[language === 'fr' ? 1 : 0] ?? type.replaceAll('_', ' ')
