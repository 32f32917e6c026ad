# Packs what `scripts/package tar` makes: nixpkgs has no Swift 6.1 to compile it with.
{
  description = "Keep the colors you choose in a video or photo, and turn the rest grey";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      pkgs = nixpkgs.legacyPackages.x86_64-linux;
      version = "1.0.0";
      splash = pkgs.stdenv.mkDerivation {
        pname = "splash";
        inherit version;
        src = pkgs.fetchurl {
          url = "https://splash.invalid/splash-${version}-linux-x86_64.tar.xz";
          sha256 = "0000000000000000000000000000000000000000000000000000000000000000";
        };
        nativeBuildInputs = [ pkgs.autoPatchelfHook pkgs.installShellFiles ];
        buildInputs = [ pkgs.stdenv.cc.cc.lib ];
        # Its libraries are found beside it.
        appendRunpaths = [ "$ORIGIN/../lib/splash" "$ORIGIN" ];
        dontStrip = true;
        installPhase = ''
          runHook preInstall
          mkdir -p $out
          cp -a bin lib share $out
          installShellCompletion --cmd splash --bash share/bash-completion/completions/splash \
            --fish share/fish/vendor_completions.d/splash.fish --zsh share/zsh/vendor-completions/_splash
          runHook postInstall
        '';
        doInstallCheck = true;
        installCheckPhase = "$out/bin/splash test: --frames 2 -o null --quiet";
        meta = {
          description = "Keep the colors you choose in a video or photo, and turn the rest grey";
          license = with pkgs.lib.licenses; [ mit gpl3Plus ];
          mainProgram = "splash";
          platforms = [ "x86_64-linux" ];
          sourceProvenance = [ pkgs.lib.sourceTypes.binaryNativeCode ];
        };
      };
    in
    {
      packages.x86_64-linux = { inherit splash; default = splash; };
      apps.x86_64-linux.default = { type = "app"; program = "${splash}/bin/splash"; };
    };
}
