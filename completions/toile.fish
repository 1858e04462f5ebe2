# fish completion of toile, made from its command table.

function __toile_next --argument-names place
    switch "$place"
        case ''
            printf '%s\t%s\n' \
                'login' 'Check a key and store it in the OS keychain' \
                'logout' 'Delete the stored key' \
                'me' 'Show the owner, plan, scopes and source of the key' \
                'quota' 'Show how much of the rate limit is used' \
                'accounts' 'ls, use' \
                'designs' 'ls' \
                'graph' 'Show the garment graph: every value with its provenance' \
                'brief' 'Show the tailor brief for the person who cuts' \
                'trust' 'Show the Design Trust counts that the service derives' \
                'confirmations' 'List the open questions of a garment' \
                'sheet' 'Write a garment as one page to print and send to a factory' \
                'workbook' 'write, read' \
                'export' 'Export construction documents and download them' \
                'techpack' 'request, status, ls, forget' \
                'shared' 'init' \
                'pull' 'Pull your designs into a folder, as text for git' \
                'diff' 'Compare the values of two garments, files or folders' \
                'stale' 'List pulled files that no longer match the service' \
                'values' 'Show values of many garments, by field, state or text' \
                'season' 'Count states and open questions of each pulled design' \
                'trims' 'Join the same material or trim across pulled designs' \
                'tour' 'Read a sample garment step by step, without a key' \
                'sandbox' 'start, run, status, pay, advance, scenario, reset' \
                'api' 'Send an authenticated request to any route of the service' \
                'tools' 'ls, call' \
                'mcp' 'serve, config' \
                'skill' 'print' \
                'config' 'ls, get, set, unset' \
                'commands' 'Print the command reference as JSON' \
                'doctor' 'Check the setup and suggest fixes' \
                'completion' 'Print the shell completion script' \
                'help' 'Explain a command or a topic'
        case 'accounts' 'commands accounts' 'help accounts'
            printf '%s\t%s\n' \
                'ls' 'List the stored accounts and mark the current one' \
                'use' 'Make an account the current one'
        case 'designs' 'commands designs' 'help designs'
            printf '%s\t%s\n' \
                'ls' 'List your designs, newest first'
        case 'workbook' 'commands workbook' 'help workbook'
            printf '%s\t%s\n' \
                'write' 'Write a workbook (.xlsx) to print and fill in' \
                'read' 'Show what was filled in in a workbook'
        case 'techpack' 'commands techpack' 'help techpack'
            printf '%s\t%s\n' \
                'request' 'Request a Tech Pack of a design; it may cost money' \
                'status' 'Show the status of a Tech Pack, or download its PDF' \
                'ls' 'List the Tech Packs requested from this machine' \
                'forget' 'Remove the record of a request, or damaged records'
        case 'shared' 'commands shared' 'help shared'
            printf '%s\t%s\n' \
                'init' 'Create the id of the shared store and print it'
        case 'sandbox' 'commands sandbox' 'help sandbox'
            printf '%s\t%s\n' \
                'start' 'Serve the sandbox on this machine until Ctrl-C' \
                'run' 'Run a command against a temporary sandbox' \
                'status' 'Show the state of the sandbox' \
                'pay' 'Pay for a Tech Pack in the sandbox' \
                'advance' 'Advance the clock of the sandbox' \
                'scenario' 'Select the failure that the sandbox simulates' \
                'reset' 'Reset the sandbox to its initial state'
        case 'tools' 'commands tools' 'help tools'
            printf '%s\t%s\n' \
                'ls' 'List the tools of the tool server and their arguments' \
                'call' 'Call a tool of the tool server and show the result'
        case 'mcp' 'commands mcp' 'help mcp'
            printf '%s\t%s\n' \
                'serve' 'Serve the tools to an assistant over stdin and stdout' \
                'config' 'Show how to register the tools with an assistant'
        case 'skill' 'commands skill' 'help skill'
            printf '%s\t%s\n' \
                'print' 'Print instructions for a coding assistant'
        case 'config' 'commands config' 'help config'
            printf '%s\t%s\n' \
                'ls' 'List the settings' \
                'get' 'Show the effective value of a setting' \
                'set' 'Set a default for every command' \
                'unset' 'Remove a setting'
        case 'config set'
            printf '%s\t%s\n' \
                'account' 'the account to use' \
                'accessible' 'output for screen readers: words, no redrawing' \
                'pager' 'the pager program on a terminal; cat turns paging off' \
                'rate' 'the rate limit, for example 300/5m' \
                'max-wait' 'longest wait of a command, for example 90s or 5m' \
                'shared' 'the shared Valkey/Redis server, without its password'
        case 'commands' 'help'
            printf '%s\t%s\n' \
                'accounts' 'ls, use' \
                'designs' 'ls' \
                'workbook' 'write, read' \
                'techpack' 'request, status, ls, forget' \
                'shared' 'init' \
                'sandbox' 'start, run, status, pay, advance, scenario, reset' \
                'tools' 'ls, call' \
                'mcp' 'serve, config' \
                'skill' 'print' \
                'config' 'ls, get, set, unset'
    end
end

function __toile_flags --argument-names place
    switch "$place"
        case ''
            printf '%s\t%s\n' \
                '--version' 'Print the version'
        case 'login'
            printf '%s\t%s\n' \
                '--with-key' 'read the key from stdin' \
                '--web' 'sign in with the browser, at the connector' \
                '--connector-url' 'address of the connector, for --web' \
                '--client-id' 'client id for a connector without registration' \
                '--mcp-url' 'address of the tool server' \
                '--insecure-storage' 'store the key in a file that only you can read'
        case 'me'
            printf '%s\t%s\n' \
                '--offline' 'show the key and address in use; send no request'
        case 'designs ls'
            printf '%s\t%s\n' \
                '--limit' 'stop after N designs' \
                '--all' 'list every page' \
                '--before' 'continue after the cursor of an earlier list' \
                '--search' 'only designs with TEXT in name, category or id' \
                '--category' 'only this garment category, ignoring case' \
                '--minted' 'only designs with a permanent GARM identity' \
                '--since' 'only designs created since DATE, or within for example 7d'
        case 'graph'
            printf '%s\t%s\n' \
                '--profile' 'audience of the graph (default: technical_designer)' \
                '--kind' 'only nodes of these kinds, separated by commas' \
                '--all' 'show every node and every member' \
                '--view' 'layout of the view (default: follows the profile)' \
                '--format' 'print the relations as a Mermaid flowchart' \
                '--rows' 'one row per node: bom,pom,cut,seams,labels,colourways,sizes' \
                '--state' 'only values in these states, for example inferred,unstated'
        case 'brief'
            printf '%s\t%s\n' \
                '--all' 'show all members, also those that the view omits' \
                '--state' 'only values in these states, for example inferred,unstated'
        case 'trust'
            printf '%s\t%s\n' \
                '--all' 'show all members, also those that the view omits'
        case 'confirmations'
            printf '%s\t%s\n' \
                '--all' 'show all members, also those that the view omits' \
                '--view' 'each question with its options, or a list by department' \
                '--state' 'only values in these states, for example inferred,unstated'
        case 'sheet'
            printf '%s\t%s\n' \
                '--output' 'output file, folder, or - for stdout' \
                '--profile' 'audience of the graph (default: technical_designer)' \
                '--only' 'only these parts, separated by commas' \
                '--kind' 'only nodes of these kinds, separated by commas' \
                '--no-trust' 'omit the Design Trust counts' \
                '--all' 'include members without a state, and draw every piece' \
                '--since' 'mark changes since a file, a pulled folder or an id' \
                '--drawing' 'add a drawing page: fetch (one export), or a file.svg' \
                '--lang' 'add a second language after the English text' \
                '--terms' 'your translations: CSV or TSV lines of text, translation' \
                '--terms-missing' 'print the texts without a translation; write no page' \
                '--open' 'open the page in the browser' \
                '--clobber' 'overwrite an existing file' \
                '--skip-existing' 'skip existing files; send no request for them'
        case 'workbook write'
            printf '%s\t%s\n' \
                '--output' 'output file, folder, or - for stdout' \
                '--profile' 'audience of the graph (default: technical_designer)' \
                '--rounds' 'add an empty column per measuring round: proto,fit,pp' \
                '--together' 'write one workbook, with the garment in every row' \
                '--clobber' 'overwrite existing files' \
                '--skip-existing' 'skip existing files; send no request for them'
        case 'export'
            printf '%s\t%s\n' \
                '--output' 'output file, folder (created for several), or - for stdout' \
                '--profile' 'audience of the graph (default: technical_designer)' \
                '--driver' 'layered drawing or JSON (default: svg)' \
                '--clobber' 'overwrite existing files' \
                '--skip-existing' 'skip existing files; send no request for them' \
                '--link' 'print the response with its link; download nothing'
        case 'techpack request'
            printf '%s\t%s\n' \
                '--yes' 'confirm the possible cost; required without a terminal' \
                '--wait' 'wait until the Tech Pack is ready' \
                '--timeout' 'stop waiting after this long' \
                '--interval' 'time between the first polls; it grows later' \
                '--download' 'download the PDF when ready, to FILE (- for stdout)' \
                '--clobber' 'overwrite an existing file' \
                '--brand' 'brand on the Tech Pack' \
                '--size-selection' 'sizes, as a JSON object or @FILE; sent unchanged' \
                '--notes' 'designer\'s notes' \
                '--piece-scope' 'pieces to include' \
                '--body' 'the whole body: a JSON object, @FILE, or - for stdin' \
                '--again' 'order another Tech Pack for the same design' \
                '--local-guard' 'use the local record if the shared server is unavailable' \
                '--open' 'open the checkout page in the browser'
        case 'techpack status'
            printf '%s\t%s\n' \
                '--wait' 'wait until the Tech Pack is ready' \
                '--timeout' 'stop waiting after this long' \
                '--interval' 'time between the first polls; it grows later' \
                '--download' 'download the PDF when ready, to FILE (- for stdout)' \
                '--clobber' 'overwrite an existing file'
        case 'techpack forget'
            printf '%s\t%s\n' \
                '--damaged' 'set damaged records aside' \
                '--yes' 'confirm; required without a terminal'
        case 'shared init'
            printf '%s\t%s\n' \
                '--keep' 'keep the id: the server restarted and lost nothing' \
                '--yes' 'confirm; required without a terminal'
        case 'pull'
            printf '%s\t%s\n' \
                '--profile' 'audience of graphs and exports' \
                '--only' 'only these of graph, brief, trust, confirmations' \
                '--exports' 'also export svg, json or both; repeated after changes' \
                '--since' 'only designs created since DATE, or within for example 7d' \
                '--garments-only' 'pull only GARM- identities, no designs' \
                '--max-age' 'skip files checked within this time, for example 15m' \
                '--max-requests' 'stop after N requests; the oldest checks come first' \
                '--reserve' 'requests per 5 minutes left to others' \
                '--delete' 'remove designs that the service no longer has' \
                '--delete=all' 'remove designs that the service no longer has' \
                '--prune' 'delete removed files older than TIME, for example 30d' \
                '--dry-run' 'print the number of requests and minutes; only list'
        case 'diff'
            printf '%s\t%s\n' \
                '--all' 'also compare reasons, order and number spelling' \
                '--md' 'write Markdown' \
                '--html' 'write one HTML page, the most costly changes first'
        case 'stale'
            printf '%s\t%s\n' \
                '--reserve' 'requests per 5 minutes left to others'
        case 'values'
            printf '%s\t%s\n' \
                '--all' 'read every design of the account' \
                '--profile' 'audience of the graph (default: technical_designer)' \
                '--field' 'only these fields; * matches any characters: \'tol_*\'' \
                '--kind' 'only nodes of these kinds, separated by commas' \
                '--state' 'only values in these states, for example inferred,unstated' \
                '--department' 'only cutting, sewing, materials, measuring, labels, other' \
                '--value' 'only values that contain TEXT, ignoring case' \
                '--count-by' 'count the values by these columns: design,field' \
                '--whole' 'read every file of a folder, and members without a state'
        case 'season'
            printf '%s\t%s\n' \
                '--profile' 'which graph of the folder (default: technical_designer)' \
                '--department' 'only cutting, sewing, materials, measuring, labels, other' \
                '--search' 'only designs with TEXT in name or id, ignoring case' \
                '--sort' 'sort by a column: name, sewing_open, trust.unresolved' \
                '--reverse' 'reverse the order; empty cells stay last' \
                '--html' 'write one HTML page to print; - for stdout'
        case 'trims'
            printf '%s\t%s\n' \
                '--profile' 'which graph of the folder (default: technical_designer)' \
                '--kind' 'only nodes of these kinds, separated by commas' \
                '--search' 'only items with TEXT in name, article or supplier' \
                '--multiply' 'multiply quantity by cost, and sum both' \
                '--whole' 'show every value of each row, with reasons'
        case 'sandbox start'
            printf '%s\t%s\n' \
                '--port' 'the port (default: any free port)' \
                '--state' 'keep the state in FILE, to resume after a restart' \
                '--from' 'serve a pulled folder, with a separate key' \
                '--scenario' 'start with a failure scenario of toile help sandbox' \
                '--cors' 'allow pages of this local origin to read responses'
        case 'sandbox run'
            printf '%s\t%s\n' \
                '--port' 'the port (default: any free port)' \
                '--state' 'keep the state in FILE, to resume after a restart' \
                '--from' 'serve a pulled folder, with a separate key' \
                '--scenario' 'start with a failure scenario of toile help sandbox'
        case 'api'
            printf '%s\t%s\n' \
                '--method' 'HTTP method; POST with --body' \
                '--body' 'request body: JSON, @FILE, or - for stdin' \
                '--field' 'query parameter, or body member with -X POST' \
                '--all' 'fetch every page of v1/designs as one body' \
                '--include' 'print the status and headers before the body' \
                '--yes' 'confirm the possible cost of a Tech Pack request' \
                '--again' 'send another Tech Pack request for the same design' \
                '--local-guard' 'use the local record if the shared server is unavailable'
        case 'tools call'
            printf '%s\t%s\n' \
                '--args' 'arguments: a JSON object or @FILE' \
                '--yes' 'confirm the possible cost of a tool beyond the five' \
                '--again' 'call such a tool again with the same arguments'
        case 'mcp serve'
            printf '%s\t%s\n' \
                '--folder' 'a pulled folder to offer and to compare with'
        case 'mcp config'
            printf '%s\t%s\n' \
                '--folder' 'a pulled folder that the server also offers'
    end
    # Flags that most commands take.
    switch "$place"
        case '' 'accounts' 'designs' 'workbook' 'techpack' 'shared' 'sandbox' 'tools' 'mcp' 'skill' 'config' 'me' 'designs ls' 'graph' 'brief' 'trust' 'confirmations' 'sheet' 'workbook write' 'export' 'techpack request' 'techpack status' 'shared init' 'pull' 'diff' 'stale' 'values' 'mcp config' 'doctor'
            printf '%s\t%s\n' \
                '--json' 'print JSON; the body of the service is unchanged' \
                '--jsonl' 'print one JSON object per line, as rows arrive' \
                '--csv' 'print rows as CSV (RFC 4180) with a header' \
                '--xlsx' 'write rows to a workbook with one sheet' \
                '--columns' 'only these columns, renamed, for --csv or --xlsx' \
                '--fields' 'print only these fields, in this order' \
                '--jq' 'apply a jq filter to the JSON output' \
                '--sandbox' 'use the embedded sandbox; no credential is read' \
                '--sandbox-from' 'use a pulled folder offline; no credential is read' \
                '--account' 'use this account\'s key and address' \
                '--base-url' 'use this service address' \
                '--insecure-http' 'allow plain http to another machine' \
                '--max-wait' 'longest total wait (default: 60s a request, 330s in scripts)' \
                '--request-timeout' 'limit per request (default: 60s to first byte, then 300s)' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'login' 'quota'
            printf '%s\t%s\n' \
                '--json' 'print JSON; the body of the service is unchanged' \
                '--jsonl' 'print one JSON object per line, as rows arrive' \
                '--csv' 'print rows as CSV (RFC 4180) with a header' \
                '--xlsx' 'write rows to a workbook with one sheet' \
                '--columns' 'only these columns, renamed, for --csv or --xlsx' \
                '--fields' 'print only these fields, in this order' \
                '--jq' 'apply a jq filter to the JSON output' \
                '--account' 'use this account\'s key and address' \
                '--base-url' 'use this service address' \
                '--insecure-http' 'allow plain http to another machine' \
                '--max-wait' 'longest total wait (default: 60s a request, 330s in scripts)' \
                '--request-timeout' 'limit per request (default: 60s to first byte, then 300s)' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'logout'
            printf '%s\t%s\n' \
                '--json' 'print JSON; the body of the service is unchanged' \
                '--jsonl' 'print one JSON object per line, as rows arrive' \
                '--csv' 'print rows as CSV (RFC 4180) with a header' \
                '--xlsx' 'write rows to a workbook with one sheet' \
                '--columns' 'only these columns, renamed, for --csv or --xlsx' \
                '--fields' 'print only these fields, in this order' \
                '--jq' 'apply a jq filter to the JSON output' \
                '--account' 'use this account\'s key and address' \
                '--insecure-http' 'allow plain http to another machine' \
                '--max-wait' 'longest total wait (default: 60s a request, 330s in scripts)' \
                '--request-timeout' 'limit per request (default: 60s to first byte, then 300s)' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'accounts ls' 'accounts use' 'workbook read' 'techpack ls' 'techpack forget' 'season' 'trims' 'config ls' 'config get' 'config set' 'config unset' 'commands' 'config set account' 'config set accessible' 'config set pager' 'config set rate' 'config set max-wait' 'config set shared' 'commands accounts' 'commands designs' 'commands workbook' 'commands techpack' 'commands shared' 'commands sandbox' 'commands tools' 'commands mcp' 'commands skill' 'commands config'
            printf '%s\t%s\n' \
                '--json' 'print JSON; the body of the service is unchanged' \
                '--jsonl' 'print one JSON object per line, as rows arrive' \
                '--csv' 'print rows as CSV (RFC 4180) with a header' \
                '--xlsx' 'write rows to a workbook with one sheet' \
                '--columns' 'only these columns, renamed, for --csv or --xlsx' \
                '--fields' 'print only these fields, in this order' \
                '--jq' 'apply a jq filter to the JSON output' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'tour'
            printf '%s\t%s\n' \
                '--sandbox' 'use the embedded sandbox; no credential is read' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'sandbox start'
            printf '%s\t%s\n' \
                '--json' 'print JSON; the body of the service is unchanged' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'sandbox run' 'skill print' 'completion'
            printf '%s\t%s\n' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'sandbox status' 'sandbox pay' 'sandbox advance' 'sandbox scenario' 'sandbox reset'
            printf '%s\t%s\n' \
                '--json' 'print JSON; the body of the service is unchanged' \
                '--jsonl' 'print one JSON object per line, as rows arrive' \
                '--csv' 'print rows as CSV (RFC 4180) with a header' \
                '--xlsx' 'write rows to a workbook with one sheet' \
                '--columns' 'only these columns, renamed, for --csv or --xlsx' \
                '--fields' 'print only these fields, in this order' \
                '--jq' 'apply a jq filter to the JSON output' \
                '--sandbox' 'use the embedded sandbox; no credential is read' \
                '--base-url' 'use this service address' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'api'
            printf '%s\t%s\n' \
                '--json' 'print JSON; the body of the service is unchanged' \
                '--fields' 'print only these fields, in this order' \
                '--jq' 'apply a jq filter to the JSON output' \
                '--sandbox' 'use the embedded sandbox; no credential is read' \
                '--sandbox-from' 'use a pulled folder offline; no credential is read' \
                '--account' 'use this account\'s key and address' \
                '--base-url' 'use this service address' \
                '--insecure-http' 'allow plain http to another machine' \
                '--max-wait' 'longest total wait (default: 60s a request, 330s in scripts)' \
                '--request-timeout' 'limit per request (default: 60s to first byte, then 300s)' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'tools ls' 'tools call'
            printf '%s\t%s\n' \
                '--json' 'print JSON; the body of the service is unchanged' \
                '--jsonl' 'print one JSON object per line, as rows arrive' \
                '--csv' 'print rows as CSV (RFC 4180) with a header' \
                '--xlsx' 'write rows to a workbook with one sheet' \
                '--columns' 'only these columns, renamed, for --csv or --xlsx' \
                '--fields' 'print only these fields, in this order' \
                '--jq' 'apply a jq filter to the JSON output' \
                '--sandbox' 'use the embedded sandbox; no credential is read' \
                '--account' 'use this account\'s key and address' \
                '--insecure-http' 'allow plain http to another machine' \
                '--max-wait' 'longest total wait (default: 60s a request, 330s in scripts)' \
                '--request-timeout' 'limit per request (default: 60s to first byte, then 300s)' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'mcp serve'
            printf '%s\t%s\n' \
                '--sandbox' 'use the embedded sandbox; no credential is read' \
                '--sandbox-from' 'use a pulled folder offline; no credential is read' \
                '--account' 'use this account\'s key and address' \
                '--base-url' 'use this service address' \
                '--insecure-http' 'allow plain http to another machine' \
                '--max-wait' 'longest total wait (default: 30s a request)' \
                '--request-timeout' 'limit per request (default: 60s to first byte, then 300s)' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
        case 'help' 'help accounts' 'help designs' 'help workbook' 'help techpack' 'help shared' 'help sandbox' 'help tools' 'help mcp' 'help skill' 'help config'
            printf '%s\t%s\n' \
                '--json' 'print JSON; the body of the service is unchanged' \
                '--fields' 'print only these fields, in this order' \
                '--jq' 'apply a jq filter to the JSON output' \
                '--no-color' 'print without colour' \
                '--quiet' 'print errors only on stderr' \
                '--no-input' 'never prompt; fail instead' \
                '--accessible' 'output for screen readers: words, no redrawing' \
                '--debug' 'print each request on stderr, without secrets' \
                '--help' 'Show help for the command'
    end
end

# Prints what the value of a flag may be; fails for a switch.
function __toile_value --argument-names place flag
    switch "$place:$flag"
        case 'login:--connector-url'
            echo ''
        case 'login:--client-id'
            echo ''
        case 'login:--mcp-url'
            echo ''
        case 'designs ls:--limit'
            echo ''
        case 'designs ls:--before'
            echo ''
        case 'designs ls:--search'
            echo ''
        case 'designs ls:--category'
            echo ''
        case 'designs ls:--since'
            echo ''
        case 'graph:--profile'
            echo '=technical_designer factory'
        case 'graph:--kind'
            echo ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        case 'graph:--view'
            echo '=designer factory'
        case 'graph:--format'
            echo '=mermaid'
        case 'graph:--rows'
            echo '=bom pom cut seams labels colourways sizes piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        case 'graph:--state'
            echo ',asserted inferred unstated none'
        case 'brief:--state'
            echo ',asserted inferred unstated none'
        case 'confirmations:--view'
            echo '=designer factory'
        case 'confirmations:--state'
            echo ',asserted inferred unstated none'
        case 'sheet:--output'
            echo '@files'
        case 'sheet:-o'
            echo '@files'
        case 'sheet:--profile'
            echo '=technical_designer factory'
        case 'sheet:--only'
            echo ',materials cutting sewing measuring labels other facts brief trust questions not-stated'
        case 'sheet:--kind'
            echo ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        case 'sheet:--since'
            echo '@ids+@files'
        case 'sheet:--drawing'
            echo '=fetch+@files'
        case 'sheet:--lang'
            echo '=zh-Hans zh-Hant vi tr it pt es'
        case 'sheet:--terms'
            echo '@files'
        case 'workbook write:--output'
            echo '@files'
        case 'workbook write:-o'
            echo '@files'
        case 'workbook write:--profile'
            echo '=technical_designer factory'
        case 'workbook write:--rounds'
            echo ',proto fit pp'
        case 'export:--output'
            echo '@files'
        case 'export:-o'
            echo '@files'
        case 'export:--profile'
            echo '=technical_designer factory'
        case 'export:--driver'
            echo '=illustrator_svg_stage1 json svg'
        case 'techpack request:--timeout'
            echo ''
        case 'techpack request:--interval'
            echo ''
        case 'techpack request:--download'
            echo '?@files'
        case 'techpack request:--brand'
            echo ''
        case 'techpack request:--size-selection'
            echo '@@files'
        case 'techpack request:--notes'
            echo ''
        case 'techpack request:--piece-scope'
            echo ''
        case 'techpack request:--body'
            echo '@@files'
        case 'techpack status:--timeout'
            echo ''
        case 'techpack status:--interval'
            echo ''
        case 'techpack status:--download'
            echo '?@files'
        case 'pull:--profile'
            echo '=technical_designer factory both'
        case 'pull:--only'
            echo ',graph brief trust confirmations'
        case 'pull:--exports'
            echo ',svg json'
        case 'pull:--since'
            echo ''
        case 'pull:--max-age'
            echo ''
        case 'pull:--max-requests'
            echo ''
        case 'pull:--reserve'
            echo ''
        case 'pull:--prune'
            echo ''
        case 'stale:--reserve'
            echo ''
        case 'values:--profile'
            echo '=technical_designer factory'
        case 'values:--field'
            echo ''
        case 'values:--kind'
            echo ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        case 'values:--state'
            echo ',asserted inferred unstated none'
        case 'values:--department'
            echo ',cutting sewing materials measuring labels other'
        case 'values:--value'
            echo ''
        case 'values:--count-by'
            echo ',design_id garment_id name node_id kind label field value unit state basis confidence profile where'
        case 'season:--profile'
            echo '=technical_designer factory'
        case 'season:--department'
            echo ',cutting sewing materials measuring labels other'
        case 'season:--search'
            echo ''
        case 'season:--sort'
            echo '=design_id garment_id name profile where cutting_asserted cutting_inferred cutting_unstated cutting_another cutting_open sewing_asserted sewing_inferred sewing_unstated sewing_another sewing_open materials_asserted materials_inferred materials_unstated materials_another materials_open measuring_asserted measuring_inferred measuring_unstated measuring_another measuring_open labels_asserted labels_inferred labels_unstated labels_another labels_open other_asserted other_inferred other_unstated other_another other_open brief_asserted brief_inferred brief_unstated brief_another'
        case 'season:--html'
            echo '@files'
        case 'trims:--profile'
            echo '=technical_designer factory'
        case 'trims:--kind'
            echo ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        case 'trims:--search'
            echo ''
        case 'sandbox start:--port'
            echo ''
        case 'sandbox start:--state'
            echo '@files'
        case 'sandbox start:--from'
            echo '@files'
        case 'sandbox start:--scenario'
            echo '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        case 'sandbox start:--cors'
            echo ''
        case 'sandbox run:--port'
            echo ''
        case 'sandbox run:--state'
            echo '@files'
        case 'sandbox run:--from'
            echo '@files'
        case 'sandbox run:--scenario'
            echo '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        case 'api:--method'
            echo '=GET POST'
        case 'api:-X'
            echo '=GET POST'
        case 'api:--body'
            echo '@@files'
        case 'api:--field'
            echo ''
        case 'api:-f'
            echo ''
        case 'tools call:--args'
            echo '@@files'
        case 'mcp serve:--folder'
            echo '@files'
        case 'mcp config:--folder'
            echo '@files'
        case '*:--xlsx'
            echo '@files'
        case '*:--columns'
            echo '@@files'
        case '*:--fields'
            echo ''
        case '*:--jq'
            echo ''
        case '*:--sandbox-from'
            echo '@files'
        case '*:--account'
            echo '@accounts'
        case '*:--base-url'
            echo ''
        case '*:--max-wait'
            echo ''
        case '*:--request-timeout'
            echo ''
        case '*'
            return 1
    end
end

# Prints what the word at a position may be.
function __toile_word --argument-names place at
    switch "$place:$at"
        case 'accounts use:0'
            echo '@accounts'
        case 'graph:0'
            echo '@ids+@@files'
        case 'brief:0'
            echo '@ids+@@files'
        case 'trust:0'
            echo '@ids+@@files'
        case 'confirmations:0'
            echo '@ids+@@files'
        case 'sheet:*'
            echo '@ids+@@files'
        case 'workbook write:*'
            echo '@ids+@@files'
        case 'workbook read:0'
            echo '@files'
        case 'export:*'
            echo '@ids'
        case 'techpack request:0'
            echo '@ids'
        case 'techpack status:0'
            echo '@purchases'
        case 'techpack forget:0'
            echo '@requests'
        case 'pull:0'
            echo '@files'
        case 'pull:*'
            echo '@ids'
        case 'diff:0'
            echo '@ids+@files'
        case 'diff:1'
            echo '@ids+@files'
        case 'stale:0'
            echo '@files'
        case 'stale:*'
            echo '@ids'
        case 'values:*'
            echo '@ids+@files'
        case 'season:0'
            echo '@files'
        case 'trims:0'
            echo '@files'
        case 'sandbox run:0'
            echo '@programs'
        case 'sandbox run:*'
            echo '@files'
        case 'sandbox pay:0'
            echo '@purchases'
        case 'sandbox advance:0'
            echo ''
        case 'sandbox scenario:0'
            echo '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        case 'api:0'
            echo ''
        case 'tools call:0'
            echo '=get_garment_graph get_tailor_brief run_design_trust list_unresolved_confirmations'
        case 'mcp config:0'
            echo '=claude claude-desktop cursor vscode codex gemini antigravity windsurf zed'
        case 'config get:0'
            echo '=account accessible pager rate max-wait shared'
        case 'config unset:0'
            echo '=account accessible pager rate max-wait shared'
        case 'commands:0'
            echo '=login logout me quota graph brief trust confirmations sheet export pull diff stale values season trims tour api commands doctor completion help'
        case 'completion:0'
            echo '=bash zsh fish powershell'
        case 'help:0'
            echo '=environment flags ci git exit-codes output provenance login logout me quota graph brief trust confirmations sheet export pull diff stale values season trims tour api commands doctor completion help'
        case 'config set account:0'
            echo '@accounts'
        case 'config set accessible:0'
            echo '=true false'
        case 'config set pager:0'
            echo ''
        case 'config set rate:0'
            echo ''
        case 'config set max-wait:0'
            echo ''
        case 'config set shared:0'
            echo ''
    end
end

# What the word may be, how it begins, what stands before its value, the program, and the words before it.
function __toile_offer --argument-names what begins lead tool
    set what (string replace -r '^\?' '' -- "$what")
    switch "$what"
        case '*+*'
            for each in (string split + -- $what)
                __toile_offer $each "$begins" "$lead" $argv[4..-1]
            end
        case ',*'
            set lead $lead(string match -r '^.*,' -- "$begins"; or echo)
            for each in (string split ' ' -- (string sub -s 2 -- $what))
                echo $lead$each
            end
        case '=*'
            for each in (string split ' ' -- (string sub -s 2 -- $what))
                echo $lead$each
            end
        case @files
            for each in (__fish_complete_path "$begins")
                echo $lead$each
            end
        case @@files
            if test -z "$begins"; or string match -q '@*' -- "$begins"
                for each in (__fish_complete_path (string sub -s 2 -- "$begins"))
                    echo $lead@$each
                end
            end
        case @programs
            __fish_complete_command
        case '@*'
            for each in ($tool __complete (string sub -s 2 -- $what) "$begins" $argv[5..-1] 2>/dev/null)
                echo $lead$each
            end
    end
end

function __toile_complete
    set -l before (commandline -opc)
    set -l now (commandline -ct | string replace -r '^["\']' '' | string replace -a '\\' '')
    set -l tool (string replace -r '^~' -- $HOME $before[1])
    type -q "$tool"; or set tool toile
    set -e before[1]
    set -l place ''
    set -l what ''
    set -l expects 0
    set -l at 0
    set -l rest 0
    for word in $before
        if test $expects = 1; or begin; test $expects = 2; and not string match -qr '^-.' -- "$word"; end
            set expects 0
        else if test $rest = 0 -a "$word" = --
            set rest 1
            set expects 0
        else if test $rest = 0; and string match -qr '^-.' -- "$word"
            set expects 0
            if set what (__toile_value "$place" "$word")
                set expects 1
                string match -q '\?*' -- "$what"; and set expects 2
            end
        else if test $rest = 0 -a $at = 0; and string match -q -- "$word"\t'*' (__toile_next "$place")
            set place (string trim -- "$place $word")
        else
            set at (math $at + 1)
        end
    end
    if test $expects = 1; or begin; test $expects = 2; and not string match -q -- '-*' "$now"; end
        __toile_offer "$what" "$now" '' "$tool" $before
        return
    end
    if test $rest = 0; and string match -qr '^--[^=]+=' -- "$now"
        set -l flag (string replace -r '=.*' '' -- $now)
        if set what (__toile_value "$place" "$flag")
            __toile_offer "$what" (string replace -r '^[^=]+=' '' -- $now) "$flag=" "$tool" $before
            return
        end
    end
    if test $rest = 0; and string match -q -- '-*' "$now"
        __toile_flags "$place"
    else
        if test $rest = 0 -a $at = 0
            __toile_next "$place"
        end
        set what (__toile_word "$place" $at)
        __toile_offer "$what" "$now" '' "$tool" $before
    end
end

complete -c toile -f -k -a '(__toile_complete)'
