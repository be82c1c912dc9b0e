import type { Text } from '../errors/language.ts'

/** The help of the command line. */
export const help: Text = {
  es: `plomada: normativa técnica de la edificación, con o sin red

  plomada serve [--lan] [--host H [--insecure-http]] [--port N] [--workers N|auto] [--node N] [--data CARPETA] [--kb FICHERO] [--tls-cert F --tls-key F] [--allow-host NOMBRE,…] [--trust-proxy RED,…] [--first-key-file FICHERO] [--rate N] [--audit-days N] [--audit-mb N] [--audit-sink FICHERO]
                [--projects N] [--projects-mb N]
                [--ask-url URL --ask-model MODELO [--ask-any-address yes]]
  plomada key add --name N [--scope read,verify,ask] [--expires 90d|never] [--project ID]… [--reading] [--group G]
  plomada key list [--group G] | revoke <número|prefijo|nombre> | revoke --group G | rotate <…>
  plomada whoami   la clave que está en PLOMADA_KEY, y lo que puede
  plomada audit verify [--mark N:HASH:FECHA]… [--public-key CLAVE.pem]…
  plomada audit export [--out FICHERO] [--from AAAA-MM-DD] [--to AAAA-MM-DD]
  plomada kb info | check | list | rollback
  plomada kb install FICHERO.kbpack [--signature FICHERO.minisig]
  plomada kb trust [FICHERO.pub]
  plomada kb keygen [--out NOMBRE]
  plomada backup <fichero|carpeta> | restore <fichero>
  plomada verify --element E --parameter P --value V --unit U --geo ES-28079 [--code cte-db-he]… [--context campo=valor]… [--as-of AAAA-MM-DD] [--trace]
                 [--certificate FICHERO]
  plomada describe ELEMENTO PARÁMETRO [--geo ES-28079] [--as-of AAAA-MM-DD]   cómo preguntarlo: unidades, normas, condiciones y un ejemplo
  plomada exigencias --geo ES-09059 [--context campo=valor]… [--part "Garaje: uso=aparcamiento; plazas=30"]… [--absent piscina]… [--code cte-db-si]…
                 [--standing applies,depends,not_held,does_not_apply] [--as-of AAAA-MM-DD] [--csv] [--out FICHERO|FICHERO.pdf]
                 qué rige en un edificio, y con qué cifra
  plomada certificate check FICHERO [--kb BASE] [--public-key CLAVE.pem] | key
  plomada batch FICHERO|- [--geo ES-28079] [--format ndjson|csv] [--out FICHERO] [--progress] | --template PLANTILLA.xlsx
                FICHERO: una comprobación por línea, en NDJSON o en tabla con títulos (elemento, parámetro, valor, unidad; lugar y
                condiciones si hacen falta; separada por ; , o tabulador), o una hoja de cálculo .xlsx u .ods con esos títulos (la hoja
                «Comprobaciones» o la primera). En CSV el resultado lleva ; y coma decimal. --template escribe una plantilla para rellenar
  plomada hulc MODELO.ctehexml [--geo MUNICIPIO] [--context campo=valor]… [--project PROYECTO.json]   la envolvente de un modelo de HULC
  plomada ifc MODELO.ifc [--map MAPA.yaml] [--geo MUNICIPIO | --confirm-place] [--context campo=valor]… [--as-of AAAA-MM-DD] [--out INFORME.html|.csv|.json]
                [--bcf FALTAS.bcfzip] [--ids MODELO.ids] [--project NOMBRE|FICHERO.json] [--questions MAPA.yaml] [--progress]
                comprueba lo que el modelo dice de cada elemento; lo que falta lo pregunta una vez para todos los que esperan lo mismo
  plomada project list | export ID [--out FICHERO] | import FICHERO | delete ID | history ID | undo ID [REVISIÓN] | bin | recover ID | erase ID
  plomada ficha PROYECTO.json [--format pdf|docx|xlsx|csv|json] [--out FICHERO] [--date AAAA-MM-DD] [--force]
  plomada office show | set [--name N] [--address D] [--logo FICHERO.png|.jpg|none] | clear   el membrete de las fichas
  plomada ask "pregunta" [--geo ES-28079] [--history "pregunta anterior"]…
  plomada search "palabras" [--collection cte] [--document cte-db-he] [--limit N]

Todas admiten --json y --lang es|en: el idioma de esta ayuda y de los errores; si no, el de PLOMADA_LANG o el del sistema. Salida: 0 bien, 1 fallo, 2 uso incorrecto. verify, batch y ficha salen con 3 si algo no cumple; certificate check, si vale y algo difiere;
batch y ficha, con 1 si nada incumple pero algo queda sin decidir; batch, también si no hay nada que comprobar.`,
  en: `plomada: Spanish building regulations, with or without a network

  plomada serve [--lan] [--host H [--insecure-http]] [--port N] [--workers N|auto] [--node N] [--data FOLDER] [--kb FILE] [--tls-cert F --tls-key F] [--allow-host NAME,…] [--trust-proxy NETWORK,…] [--first-key-file FILE] [--rate N] [--audit-days N] [--audit-mb N] [--audit-sink FILE]
                [--projects N] [--projects-mb N]
                [--ask-url URL --ask-model MODEL [--ask-any-address yes]]
  plomada key add --name N [--scope read,verify,ask] [--expires 90d|never] [--project ID]… [--reading] [--group G]
  plomada key list [--group G] | revoke <number|prefix|name> | revoke --group G | rotate <…>
  plomada whoami   the key in PLOMADA_KEY, and what it may do
  plomada audit verify [--mark N:HASH:DATE]… [--public-key KEY.pem]…
  plomada audit export [--out FILE] [--from YYYY-MM-DD] [--to YYYY-MM-DD]
  plomada kb info | check | list | rollback
  plomada kb install FILE.kbpack [--signature FILE.minisig]
  plomada kb trust [FILE.pub]
  plomada kb keygen [--out NAME]
  plomada backup <file|folder> | restore <file>
  plomada verify --element E --parameter P --value V --unit U --geo ES-28079 [--code cte-db-he]… [--context field=value]… [--as-of YYYY-MM-DD] [--trace]
                 [--certificate FILE]
  plomada describe ELEMENT PARAMETER [--geo ES-28079] [--as-of YYYY-MM-DD]   how to ask: units, documents, conditions and an example
  plomada exigencias --geo ES-09059 [--context field=value]… [--part "Garaje: uso=aparcamiento; plazas=30"]… [--absent piscina]… [--code cte-db-si]…
                 [--standing applies,depends,not_held,does_not_apply] [--as-of YYYY-MM-DD] [--csv] [--out FILE|FILE.pdf]
                 what applies to a building, and with which figure
  plomada certificate check FILE [--kb PACK] [--public-key KEY.pem] | key
  plomada batch FILE|- [--geo ES-28079] [--format ndjson|csv] [--out FILE] [--progress] | --template TEMPLATE.xlsx
                FILE: one check a line, as NDJSON or as a table with headings (element, parameter, value, unit; place and conditions
                if needed; separated by ; , or tab), or an .xlsx or .ods spreadsheet with those headings (its sheet "Comprobaciones", or
                the first). A CSV result has ; and decimal commas. --template writes a template to fill in
  plomada hulc MODEL.ctehexml [--geo MUNICIPALITY] [--context field=value]… [--project PROJECT.json]   the envelope in a model of HULC
  plomada ifc MODEL.ifc [--map MAP.yaml] [--geo MUNICIPALITY | --confirm-place] [--context field=value]… [--as-of YYYY-MM-DD] [--out REPORT.html|.csv|.json]
                [--bcf FAILURES.bcfzip] [--ids MODEL.ids] [--project NAME|FILE.json] [--questions MAP.yaml] [--progress]
                checks what the model says of each element; what is missing is asked once for all that wait for the same
  plomada project list | export ID [--out FILE] | import FILE | delete ID | history ID | undo ID [REVISION] | bin | recover ID | erase ID
  plomada ficha PROJECT.json [--format pdf|docx|xlsx|csv|json] [--out FILE] [--date YYYY-MM-DD] [--force]
  plomada office show | set [--name N] [--address A] [--logo FILE.png|.jpg|none] | clear   the letterhead of fichas
  plomada ask "question" [--geo ES-28079] [--history "earlier question"]…
  plomada search "words" [--collection cte] [--document cte-db-he] [--limit N]

All take --json and --lang es|en: the language of this help and of errors; else that of PLOMADA_LANG or of the system. Results are in Spanish.
Exit codes: 0 success, 1 failure, 2 wrong usage. verify, batch and ficha exit with 3 if something does not comply; certificate check, if the certificate is valid and
the verdict differs; batch and ficha, with 1 if nothing fails but something is undecided; batch, also if there is nothing to check.`,
}
