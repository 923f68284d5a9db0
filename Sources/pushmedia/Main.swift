internal import CommandLineTool
internal import Glibc

@main
struct Main {
    static func main() async {
        // Not `CommandLine.arguments`: that repairs what is not UTF-8.
        let arguments = CommandLine.rawArguments.dropFirst()
        exit(await Tool.run(Array(arguments)).rawValue)
    }
}
