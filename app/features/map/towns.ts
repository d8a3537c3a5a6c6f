/** Towns that say where a map is, the most known first: a map shows those that have room. */
import type { MapPlace } from './drawing.server'

/** Name, latitude and longitude. */
const known = `
New York 40.7 -74
Toronto 43.65 -79.38
Montréal 45.5 -73.57
Paris 48.86 2.35
Los Angeles 34.05 -118.24
Chicago 41.88 -87.63
Vancouver 49.26 -123.11
London 51.51 -0.13
Houston 29.76 -95.37
Calgary 51.05 -114.07
Boston 42.36 -71.06
Miami 25.77 -80.19
Ottawa 45.42 -75.7
Québec 46.81 -71.21
Seattle 47.61 -122.33
San Francisco 37.77 -122.42
Denver 39.74 -104.98
Atlanta 33.75 -84.39
Dallas 32.78 -96.8
Washington 38.9 -77.04
Winnipeg 49.9 -97.14
Edmonton 53.55 -113.49
Halifax 44.65 -63.58
Lyon 45.76 4.84
Marseille 43.3 5.37
Madrid 40.42 -3.7
Berlin 52.52 13.4
Roma 41.89 12.48
Bruxelles 50.85 4.35
Amsterdam 52.37 4.9
Dublin 53.35 -6.26
Zürich 47.37 8.54
Wien 48.21 16.37
Warszawa 52.23 21.01
Stockholm 59.33 18.07
Lisboa 38.72 -9.14
Phoenix 33.45 -112.07
Minneapolis 44.98 -93.27
Philadelphia 39.95 -75.17
Detroit 42.33 -83.05
Saguenay 48.43 -71.07
Sherbrooke 45.4 -71.89
Trois-Rivières 46.34 -72.54
Gatineau 45.48 -75.65
Kingston 44.23 -76.48
Rimouski 48.45 -68.52
Sept-Îles 50.2 -66.38
Rouyn-Noranda 48.24 -79.02
Gaspé 48.83 -64.48
Drummondville 45.88 -72.48
Rivière-du-Loup 47.83 -69.53
Portland 43.66 -70.26
Burlington 44.48 -73.21
Bangor 44.8 -68.77
Albany 42.65 -73.76
Buffalo 42.89 -78.88
Fredericton 45.96 -66.64
Moncton 46.09 -64.78
Charlottetown 46.24 -63.13
St. John’s 47.56 -52.71
Hamilton 43.26 -79.87
London (Ontario) 42.98 -81.25
Sudbury 46.49 -81
Thunder Bay 48.38 -89.25
Windsor 42.3 -83.02
Regina 50.45 -104.62
Saskatoon 52.13 -106.67
Victoria 48.43 -123.37
Kelowna 49.89 -119.5
Whitehorse 60.72 -135.06
Yellowknife 62.45 -114.37
Iqaluit 63.75 -68.52
Toulouse 43.6 1.44
Bordeaux 44.84 -0.58
Nantes 47.22 -1.55
Lille 50.63 3.06
Strasbourg 48.58 7.75
Nice 43.7 7.27
Rennes 48.11 -1.68
Grenoble 45.19 5.72
Dijon 47.32 5.04
Clermont-Ferrand 45.78 3.09
Montpellier 43.61 3.88
Brest 48.39 -4.49
Genève 46.2 6.15
Milano 45.46 9.19
Barcelona 41.39 2.17
München 48.14 11.58
Hamburg 53.55 9.99
Köln 50.94 6.96
Manchester 53.48 -2.24
Edinburgh 55.95 -3.19
Pittsburgh 40.44 -80
Cleveland 41.5 -81.69
Columbus 39.96 -83
Nashville 36.16 -86.78
St. Louis 38.63 -90.2
Kansas City 39.1 -94.58
New Orleans 29.95 -90.07
Charlotte 35.23 -80.84
Orlando 28.54 -81.38
Salt Lake City 40.76 -111.89
Las Vegas 36.17 -115.14
San Diego 32.72 -117.16
Portland (Oregon) 45.52 -122.68
Austin 30.27 -97.74
San Antonio 29.42 -98.49
Hartford 41.77 -72.67
Syracuse 43.05 -76.15
Baltimore 39.29 -76.61
Ciudad de México 19.43 -99.13
São Paulo -23.55 -46.63
Buenos Aires -34.6 -58.38
Tokyo 35.68 139.69
Beijing 39.9 116.4
Shanghai 31.23 121.47
Hong Kong 22.32 114.17
Singapore 1.35 103.82
Sydney -33.87 151.21
Melbourne -37.81 144.96
Auckland -36.85 174.76
Delhi 28.61 77.21
Mumbai 19.08 72.88
Dubai 25.2 55.27
Cairo 30.04 31.24
Lagos 6.52 3.38
Nairobi -1.29 36.82
Johannesburg -26.2 28.05
Istanbul 41.01 28.98
Moscow 55.76 37.62
`

export const knownTowns: readonly MapPlace[] = known
  .trim()
  .split('\n')
  .map((line) => {
    const words = line.split(' ')
    const [latitude = 0, longitude = 0] = words.slice(-2).map(Number)
    return { id: words.slice(0, -2).join(' '), latitude, longitude }
  })
